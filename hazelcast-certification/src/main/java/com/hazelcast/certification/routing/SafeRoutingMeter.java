package com.hazelcast.certification.routing;

/** Passes calls on to a meter, and logs what it throws: metrics that fail must stop no lane. Thread-safe. */
final class SafeRoutingMeter implements RoutingMeter {
    private final RoutingMeter meter;
    private final LaneLog log;

    SafeRoutingMeter(RoutingMeter meter, LaneLog log) {
        this.meter = meter;
        this.log = log;
    }

    private void safely(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.threw("the metrics", e);
        }
    }

    @Override
    public void submitted(int transactionCount, long sinceReadNs) {
        safely(() -> meter.submitted(transactionCount, sinceReadNs));
    }

    @Override
    public void batchAnswered(int transactionCount, long elapsedNs) {
        safely(() -> meter.batchAnswered(transactionCount, elapsedNs));
    }

    @Override
    public void batchHeld() {
        safely(meter::batchHeld);
    }

    @Override
    public void batchFailed(Throwable cause) {
        safely(() -> meter.batchFailed(cause));
    }

    @Override
    public void batchHalved() {
        safely(meter::batchHalved);
    }
}
