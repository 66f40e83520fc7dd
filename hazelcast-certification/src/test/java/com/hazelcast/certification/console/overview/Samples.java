package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.metrics.EncodedTimes;
import com.hazelcast.certification.metrics.LastMinute;
import com.hazelcast.certification.metrics.Vitals;
import com.hazelcast.certification.source.SourceFigures;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Members for tests of what is made of their samples: each is well, but for what a test says of it. */
final class Samples {
    static final long NOW_MS = 1_798_967_585_000L;

    private MemberState state = MemberState.SCORING;
    private Vitals vitals =
            new Vitals(true, 0, null, List.of(), 1, 5, 1, List.of(new SourceFigures("10.0.0.9:8511", 1, 1, 0)));
    private LastMinute.Figures minute = new LastMinute.Figures(60_000, Map.of(), 0, "");
    private Accounting accounting = new Accounting(1_000, 900, 50, 50, 0);
    private long flagged = 800;
    private double tps = 1_000;
    private int shardsLoaded = 7;
    private @Nullable ShardSurvey held = ShardSurvey.NONE;
    private long backupsHeld = 7;
    private EntranceFigures entrances = new EntranceFigures(null, null, null, null);
    private DiskFigures disk = DiskFigures.NONE;

    private Samples() {}

    static Samples well() {
        return new Samples();
    }

    Samples state(MemberState now) {
        state = now;
        return this;
    }

    Samples vitals(Vitals now) {
        vitals = now;
        return this;
    }

    Samples minute(LastMinute.Figures now) {
        minute = now;
        return this;
    }

    Samples tps(double now) {
        tps = now;
        return this;
    }

    Samples flagged(long count) {
        flagged = count;
        return this;
    }

    Samples shardsLoaded(int count) {
        shardsLoaded = count;
        return this;
    }

    Samples held(@Nullable ShardSurvey survey) {
        held = survey;
        return this;
    }

    Samples disk(DiskFigures now) {
        disk = now;
        return this;
    }

    Samples backupsHeld(long count) {
        backupsHeld = count;
        return this;
    }

    Samples kafka(KafkaFigures now) {
        entrances = new EntranceFigures(null, null, now, null);
        return this;
    }

    Samples verdicts(VerdictFigures now) {
        entrances = new EntranceFigures(null, null, null, now);
        return this;
    }

    MemberView view(String address) {
        return new MemberView(address, sample(), null);
    }

    MemberView silentView(String address, @Nullable Long sinceMs) {
        return new MemberView(address, sample(), sinceMs);
    }

    private MemberSample sample() {
        return new MemberSample(
                state,
                NOW_MS - 60_000,
                NOW_MS - 600_000,
                vitals,
                minute,
                null,
                "l since t",
                tps,
                new MemberSample.Counters(accounting, Map.of("LENGTH", accounting.rejected()), flagged, 1),
                EncodedTimes.encode(new Histogram(1_000_000L, 2)),
                figures(),
                new MemberSample.Memory(50, 100, 50, 100, "heap"),
                0.5,
                new LoadFigures(false, 0, 0, 0, 0, null, null),
                entrances,
                disk);
    }

    private ShardFigures figures() {
        if (held == null) {
            // One has not answered yet.
            return new ShardFigures(ShardSurvey.NONE, 7, shardsLoaded - 1, 0, tps, backupsHeld, shardsLoaded, 1);
        }
        return new ShardFigures(held, 7, shardsLoaded, 7 - shardsLoaded, tps, backupsHeld, shardsLoaded, 1);
    }

    /** The overview of these members, of which one shard map of {@code 7} a member is configured with a backup each. */
    static Overview overview(MemberView... members) {
        return overview(List.of(), members);
    }

    static Overview overview(List<Overview.Reset> resets, MemberView... members) {
        return new OverviewBuilder(List.of(members), Map.of(), List.of(), resets, 7 * members.length, 1)
                .build(NOW_MS, "a:1", "certification", 0, 0);
    }
}
