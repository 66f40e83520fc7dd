package com.hazelcast.certification.rules.vectors;

import com.hazelcast.certification.rules.TransactionText;
import java.util.List;

/**
 * A case whose answer is known.
 *
 * @param line where it stands in its file, from 1
 * @param rule the verdict
 * @param matches numbers of all rules that hold when each is tried alone, ascending
 * @param history the card's other transactions, in any order, also such as are older than 90 days
 */
public record RuleVector(
        int line, int rule, List<Integer> matches, TransactionText transaction, List<TransactionText> history) {}
