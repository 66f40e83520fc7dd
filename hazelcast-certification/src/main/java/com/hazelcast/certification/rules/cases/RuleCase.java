package com.hazelcast.certification.rules.cases;

import com.hazelcast.certification.rules.TransactionText;
import java.util.List;
import java.util.Optional;

/**
 * A transaction and what is expected of it.
 *
 * @param line in the file, from 1
 * @param name for messages; may be empty
 * @param history the card's other transactions, in any order
 * @param action expected decision, if one is
 * @param rule name of the rule that is expected to decide, {@code none} for none, if that is expected
 * @param matches names of the rules that are expected to hold, if they are
 * @param points expected sum of points, if one is
 */
public record RuleCase(
        int line,
        String name,
        TransactionText transaction,
        List<TransactionText> history,
        Optional<String> action,
        Optional<String> rule,
        Optional<List<String>> matches,
        Optional<Integer> points) {}
