package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.DecisionMeter;
import java.util.function.Supplier;

/** Told what passes the API. Thread-safe; must not block. */
public interface ApiMeter extends DecisionMeter {
    /** A request was answered with that status, so many nanoseconds after it had come. */
    void answered(Call call, int status, long tookNs);

    /** Lines of the access log were dropped, because its buffer was full or its file could not be written. */
    void accessLinesDropped(int count);

    /** What can be read at any time. */
    void observe(ApiGauge gauge, Supplier<Number> figure);
}
