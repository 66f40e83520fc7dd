package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.cluster.MemberApis;
import com.hazelcast.certification.systemtests.cluster.MemberFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The members' own counters of stand-ins: what their processes have counted since this was made. Used by one thread. */
final class StandInCounters {
    private final MemberApis apis;
    private final List<Count> before = new ArrayList<>();

    /** Of a process, by when it began. */
    private record Count(double beganSeconds, long standIns) {}

    /** Of the first so many places, in each of which a member runs. */
    StandInCounters(MemberApis apis, int places) {
        this.apis = apis;
        for (int place = 0; place < places; place++) {
            before.add(now(place));
        }
    }

    /** Those of the process that runs in that place now. */
    long since(int place) {
        Count counted = now(place);
        boolean isSame = counted.beganSeconds == before.get(place).beganSeconds;
        return counted.standIns - (isSame ? before.get(place).standIns : 0);
    }

    private Count now(int place) {
        try {
            MemberFigures figures = apis.figures(place);
            return new Count(
                    figures.sum("process_start_time_seconds"), Math.round(figures.sum("fraud_api_stand_ins_total")));
        } catch (IOException e) {
            throw new UncheckedIOException("a member gives no metrics: place=" + place, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the metrics were read: place=" + place, e);
        }
    }
}
