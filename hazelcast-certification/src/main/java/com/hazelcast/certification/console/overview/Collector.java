package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.members.ConsoleCluster;
import com.hazelcast.certification.console.members.ConsoleQuestion;
import com.hazelcast.certification.console.members.MemberAnswer;
import com.hazelcast.certification.console.members.MemberParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks all members for a sample and adds them up to the overview that is served until the next. A member that does not answer
 * for some seconds is named as a problem and adds nothing. Thread-safe; one collection at a time.
 */
public final class Collector {
    /** How long other members may take to answer: less than the second from one sample to the next. */
    private static final long TIMEOUT_MS = 800;

    /** Last samples of members that are kept, those of members that have left included; beyond that they are forgotten. */
    private static final int LAST_SAMPLES_MAX = 1_000;

    private static final long FRESH_NS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final ConsoleCluster cluster;
    private final MemberParts parts;
    private final Migrations migrations;
    private final Supplier<LeftMembers> leftMembers;
    private final MemberHearing hearing;
    private final Map<String, MemberSample> lastSamples = new ConcurrentHashMap<>();
    private volatile @Nullable Overview last;
    private volatile long lastNs;

    /** Of a member; what is asked goes through that cluster. */
    public Collector(
            ConsoleCluster cluster,
            MemberParts parts,
            Migrations migrations,
            MemberHearing hearing,
            Supplier<LeftMembers> leftMembers) {
        this.cluster = cluster;
        this.parts = parts;
        this.migrations = migrations;
        this.hearing = hearing;
        this.leftMembers = leftMembers;
    }

    /** The state in which that member was seen last; null: it was not. */
    public @Nullable MemberState lastState(String address) {
        MemberSample sample = lastSamples.get(address);
        return sample == null ? null : sample.state();
    }

    /** The overview of the last second or so; collects one when there is none. */
    public Overview latest() {
        Overview known = freshOne();
        return known == null ? collectUnlessFresh() : known;
    }

    private @Nullable Overview freshOne() {
        return System.nanoTime() - lastNs < FRESH_NS ? last : null;
    }

    private synchronized Overview collectUnlessFresh() {
        Overview known = freshOne();
        return known == null ? collect() : known;
    }

    /** Asks the members now. */
    public synchronized Overview collect() {
        List<MemberView> views = new ArrayList<>();
        Map<String, MemberSample> samples = new HashMap<>();
        for (MemberAnswer answer : cluster.ask(ConsoleQuestion.SAMPLE.name(), TIMEOUT_MS)) {
            hearing.record(answer);
            MemberSample sample = sampleIn(answer);
            if (sample != null) {
                samples.put(answer.address(), sample);
            }
            views.add(new MemberView(answer.address(), sample, hearing.silentSinceMs(answer.address())));
        }
        views.sort(Comparator.comparing(MemberView::address));
        lastSamples.putAll(samples);
        // The last state of members that have left is still needed.
        if (lastSamples.size() > LAST_SAMPLES_MAX) {
            lastSamples.keySet().retainAll(samples.keySet());
        }
        LeftMembers left = leftMembers.get();
        Overview overview = new OverviewBuilder(
                        views,
                        cluster.consoles(),
                        left.list(),
                        left.resets(),
                        parts.shards().keys().shardCount(),
                        parts.shards().backups())
                .build(
                        parts.clock().millis(),
                        parts.address(),
                        parts.rules().active().name(),
                        migrations.running(),
                        migrations.done());
        last = overview;
        lastNs = System.nanoTime();
        return overview;
    }

    private @Nullable MemberSample sampleIn(MemberAnswer answer) {
        String json = answer.json();
        if (json == null) {
            return lastSamples.get(answer.address());
        }
        return json.isEmpty() ? null : ConsoleJson.read(json, MemberSample.class);
    }
}
