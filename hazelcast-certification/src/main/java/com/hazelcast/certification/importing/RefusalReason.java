package com.hazelcast.certification.importing;

import java.util.List;
import java.util.stream.Stream;

/**
 * How many rows were refused for one reason.
 *
 * @param examples the first of them, as texts
 */
public record RefusalReason(long rows, List<String> examples) {
    /** Rows that are shown as examples of a reason. */
    private static final int EXAMPLES_MAX = 5;

    /** Both together. */
    public RefusalReason plus(RefusalReason other) {
        return new RefusalReason(
                rows + other.rows,
                examples.size() >= EXAMPLES_MAX
                        ? examples
                        : Stream.concat(examples.stream(), other.examples.stream())
                                .limit(EXAMPLES_MAX)
                                .toList());
    }
}
