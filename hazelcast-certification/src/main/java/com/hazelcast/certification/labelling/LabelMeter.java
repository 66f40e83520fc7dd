package com.hazelcast.certification.labelling;

import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelResult;

/** Counts labels. Thread-safe; called once a request. */
public interface LabelMeter {
    /** A transaction has that label, and every copy has it. */
    void labelled(Label label);

    /** A request was not fulfilled; not called with {@link LabelResult#LABELLED}. */
    void rejected(LabelResult reason);
}
