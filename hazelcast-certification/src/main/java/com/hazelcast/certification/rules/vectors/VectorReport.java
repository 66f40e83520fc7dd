package com.hazelcast.certification.rules.vectors;

import java.util.List;

/**
 * How a rule set agreed with a file of vectors.
 *
 * @param checkedCount vectors in the file
 * @param differences those that disagree, in the order of the file
 */
public record VectorReport(int checkedCount, List<VectorDifference> differences) {
    /** Vectors on which verdict and matches agree. */
    public int agreedCount() {
        return checkedCount - differences.size();
    }
}
