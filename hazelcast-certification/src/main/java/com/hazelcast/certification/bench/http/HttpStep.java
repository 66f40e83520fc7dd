package com.hazelcast.certification.bench.http;

import com.hazelcast.certification.bench.PercentileSpectrum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What one step of a workload has found: so many operations at one rate. Read only. */
public final class HttpStep {
    private static final double US_PER_SECOND = 1e6;

    private final String name;
    private final double rate;
    private final long deadlineMs;
    private final HttpLoad.Run run;
    private final double memberCores;
    private final double stolenShare;

    HttpStep(String name, double rate, long deadlineMs, HttpLoad.Run run, double memberCores, double stolenShare) {
        this.name = name;
        this.rate = rate;
        this.deadlineMs = deadlineMs;
        this.run = run;
        this.memberCores = memberCores;
        this.stolenShare = stolenShare;
    }

    /** What was asked. */
    public String name() {
        return name;
    }

    /** Operations a second that were due; 0: as fast as they were answered. */
    public double rate() {
        return rate;
    }

    /** From its begin to its last answer. */
    public double seconds() {
        return run.seconds();
    }

    /** Operations that were begun. */
    public long begunCount() {
        return run.tally().begunCount();
    }

    /** Operations of which each call was answered well. */
    public long doneCount() {
        return run.tally().doneCount();
    }

    /** Operations a second of which each call was answered well. */
    public double donePerSecond() {
        return doneCount() / run.seconds();
    }

    /** Of these, how many took longer than the deadline, counted from when they were due. */
    public long lateCount() {
        return run.tally().lateCount();
    }

    /** The second of the step, from 0, of which most late ones were due, and how many; empty: none was late. */
    public Optional<Map.Entry<Long, Long>> latestSecond() {
        return run.tally().lateBySecond().entrySet().stream().max(Map.Entry.comparingByValue());
    }

    public long standInCount() {
        return run.tally().standInCount();
    }

    /** Calls that were answered 503 or 429. */
    public long turnedAwayCount() {
        return run.tally().turnedAwayCount();
    }

    /** Operations that were due and had not begun when the time was over, because no connection was free. */
    public long unsentCount() {
        return run.tally().unsentCount();
    }

    /** What went wrong otherwise, by kind; empty: nothing. */
    public Map<String, Long> errors() {
        return run.tally().errors();
    }

    /** The first thing that went wrong, in words; empty: nothing did. */
    public String firstError() {
        return run.tally().firstError();
    }

    /** From when an operation was due to its last answer. */
    public PercentileSpectrum spectrum() {
        return new PercentileSpectrum(title(), run.tally().operationNs());
    }

    /** From when a call was sent to its good answer, without the wait for a free connection. */
    public PercentileSpectrum service() {
        return new PercentileSpectrum(title() + ", from sent", run.tally().serviceNs());
    }

    /** From when a call was due to being turned away. */
    public PercentileSpectrum turnedAway() {
        return new PercentileSpectrum(title() + ", turned away", run.tally().turnedAwayNs());
    }

    /** The spectrum of each call, where an operation has several. */
    public List<PercentileSpectrum> calls() {
        List<String> calls = run.tally().calls();
        List<PercentileSpectrum> spectra = new ArrayList<>();
        for (int i = 0; calls.size() > 1 && i < calls.size(); i++) {
            spectra.add(new PercentileSpectrum(calls.get(i), run.tally().callNs(i)));
        }
        return spectra;
    }

    /** Name and rate. */
    public String title() {
        return rate == 0 ? name + ", closed loop" : String.format(Locale.ROOT, "%s at %,.0f/s", name, rate);
    }

    /** The deadline that lateness is counted by. */
    public long deadlineMs() {
        return deadlineMs;
    }

    /** How many processors this process used. */
    public double ownCores() {
        return run.cores();
    }

    /** The greatest share of the time that a loop of this process had a processor. */
    public double busiestLoop() {
        return run.busiestLoop();
    }

    /** By how much this process sent late while a connection was free. */
    public PercentileSpectrum lateness() {
        return new PercentileSpectrum("sent late", run.tally().latenessNs());
    }

    /** How many processors the members used; NaN where they are not this process's. */
    public double memberCores() {
        return memberCores;
    }

    /** Processor time of the members for one call, in microseconds; NaN where it is not known. */
    public double memberMicrosPerCall() {
        return memberCores
                * run.seconds()
                * US_PER_SECOND
                / Math.max(1, run.tally().answerCount());
    }

    /** What the machine's host gave to others; NaN where that is not known. */
    public double stolenShare() {
        return stolenShare;
    }

    /** Why the figures say more of the load tool than of the members; empty: they do not. */
    public String ownBound() {
        if (busiestLoop() > HttpBench.BUSY_LOOP) {
            return String.format(
                    Locale.ROOT,
                    "a loop of the load tool was busy for %.0f %% of the time; give it more --threads, or a lower rate",
                    100 * busiestLoop());
        }
        double lateMs = lateness().atMs(HttpBench.LATE_PERCENTILE);
        if (rate > 0 && lateMs > HttpBench.LATE_MS) {
            return String.format(
                    Locale.ROOT,
                    "the load tool sent 1 in 100 at least %.1f ms late though a connection was free: the machine had no processor for it",
                    lateMs);
        }
        return "";
    }

    /** Whether each operation was answered well or turned away. */
    public boolean isGood() {
        return errors().isEmpty() && doneCount() + turnedAwayCount() == begunCount();
    }
}
