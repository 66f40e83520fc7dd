package com.hazelcast.certification.cluster;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the backups on a member have answered, as a control call carries it: a line a shard, its key, a blank, and the answer in base 64. Not
 * JSON, whose reader bounds the length of a text. Stateless.
 */
final class CopyAnswers {
    private CopyAnswers() {}

    /** @param byKey the answers by the shards' keys */
    static String write(Map<Integer, byte[]> byKey) {
        return byKey.entrySet().stream()
                .map(entry -> entry.getKey() + " " + Base64.getEncoder().encodeToString(entry.getValue()))
                .collect(Collectors.joining("\n"));
    }

    /** The answers by the shards' keys. */
    static Map<Integer, byte[]> read(String lines) {
        Map<Integer, byte[]> byKey = new HashMap<>();
        lines.lines().forEach(line -> {
            int blank = line.indexOf(' ');
            byKey.put(
                    Integer.valueOf(line.substring(0, blank)),
                    Base64.getDecoder().decode(line.substring(blank + 1)));
        });
        return byKey;
    }
}
