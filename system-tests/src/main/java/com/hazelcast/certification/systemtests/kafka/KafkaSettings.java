package com.hazelcast.certification.systemtests.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How much to do.
 *
 * @param records payments of the topic
 * @param rate at which they are sent, a second
 * @param faults how often each is fired; what is missing is not
 * @param away how long a broker is away
 * @param heap of a member
 */
record KafkaSettings(long records, long rate, Map<KafkaFault, Integer> faults, Duration away, String heap, long seed) {
    int count(KafkaFault fault) {
        return faults.getOrDefault(fault, 0);
    }

    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * How many payments may be sent before the next fault: half of what comes between two faults is kept for each that is still to be
     * fired, so that payments are sent at its time, however long members and brokers took to come back before.
     */
    long sentBefore(int fired) {
        return records - records * (faultCount() - fired) / (2L * (faultCount() + 1));
    }

    /** The faults in words, with how often each is fired. */
    String describe() {
        return faults.entrySet().stream()
                .filter(one -> one.getValue() > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(one -> (one.getKey().toString() + " (" + one.getValue() + ")")
                        .replace("--away-time", away.toSeconds() + " s"))
                .collect(Collectors.joining(", "));
    }

    /** The command that does it again. */
    String command() {
        String each = faults.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> " " + one.getKey().option() + " " + one.getValue())
                .collect(Collectors.joining());
        return "system-tests/run kafka --records " + records + " --rate " + rate + each + " --away-time "
                + away.toSeconds() + "s --heap " + heap + " --seed " + seed;
    }
}
