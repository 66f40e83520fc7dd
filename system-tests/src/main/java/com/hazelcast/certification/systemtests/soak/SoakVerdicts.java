package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.kafka.records.CompactVerdict;
import java.util.Arrays;
import java.util.BitSet;

/** The verdicts that a reader of a topic finds: each record has one. Holds a bit a record. Used by one thread. */
final class SoakVerdicts {
    private final BitSet[] seen;
    private final SoakAnswers answers;

    /** @param partitions of the topic of the records */
    SoakVerdicts(int partitions, SoakAnswers answers) {
        this.seen = new BitSet[partitions];
        this.answers = answers;
        Arrays.setAll(seen, i -> new BitSet());
    }

    /** Takes a verdict in its compact form. */
    void add(byte[] verdict) {
        int partition = CompactVerdict.partition(verdict);
        int offset = Math.toIntExact(CompactVerdict.offset(verdict));
        if (seen[partition].get(offset)) {
            answers.wrong("a record of Kafka has two verdicts: partition=" + partition + " offset=" + offset);
        } else {
            seen[partition].set(offset);
            answers.decided();
        }
    }
}
