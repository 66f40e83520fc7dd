package com.hazelcast.certification.metrics;

import com.hazelcast.certification.labelling.LabelMeter;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelResult;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;

/** The metrics of labels. Thread-safe. */
final class LabelMetrics implements LabelMeter {
    private final Map<Label, CounterDataPoint> labelled = new EnumMap<>(Label.class);
    private final Map<LabelResult, CounterDataPoint> rejected = new EnumMap<>(LabelResult.class);

    LabelMetrics(PrometheusRegistry registry) {
        Counter taken = Counter.builder()
                .name("fraud_labels_total")
                .help("Labels that came in through this member and that every copy has, by label")
                .labelNames("label")
                .register(registry);
        Counter others = Counter.builder()
                .name("fraud_labels_rejected_total")
                .help("Labels that came in through this member and that no transaction got, by reason")
                .labelNames("reason")
                .register(registry);
        // All from the start, so that a first one is a rise.
        for (Label label : Label.values()) {
            labelled.put(label, taken.labelValues(label.word()));
        }
        for (LabelResult result : LabelResult.values()) {
            if (result != LabelResult.LABELLED) {
                rejected.put(result, others.labelValues(result.code()));
            }
        }
    }

    @Override
    public void labelled(Label label) {
        CounterDataPoint point = labelled.get(label);
        if (point != null) {
            point.inc();
        }
    }

    @Override
    public void rejected(LabelResult reason) {
        CounterDataPoint point = rejected.get(reason);
        if (point != null) {
            point.inc();
        }
    }
}
