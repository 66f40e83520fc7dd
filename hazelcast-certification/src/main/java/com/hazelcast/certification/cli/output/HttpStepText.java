package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.PercentileSpectrum;
import com.hazelcast.certification.bench.http.HttpBench;
import com.hazelcast.certification.bench.http.HttpStep;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the steps of {@code bench http} are printed. Pure. */
public final class HttpStepText {
    private static final double PERCENT = 100;

    private HttpStepText() {}

    /** A step for people: counts, a table of percentiles, processors. */
    public static void print(HttpStep step, PrintWriter out) {
        out.println(step.title());
        out.printf(
                Locale.ROOT,
                "  %,d begun, %,d answered well in %.1f s: %,.0f/s; late (over %d ms) %,d, stand-ins %,d, turned away (503, 429) %,d, not begun in time %,d%n",
                step.begunCount(),
                step.doneCount(),
                step.seconds(),
                step.donePerSecond(),
                step.deadlineMs(),
                step.lateCount(),
                step.standInCount(),
                step.turnedAwayCount(),
                step.unsentCount());
        step.latestSecond()
                .ifPresent(second -> out.printf(
                        Locale.ROOT,
                        "  most late ones were due in second %,d of the step: %,d%n",
                        second.getKey() + 1,
                        second.getValue()));
        step.errors().forEach((kind, count) -> out.printf(Locale.ROOT, "  errors: %s: %,d%n", kind, count));
        if (!step.firstError().isEmpty()) {
            out.println("  the first error: " + step.firstError());
        }
        printTable(step, out);
        printProcessors(step, out);
        out.flush();
    }

    private static void printTable(HttpStep step, PrintWriter out) {
        List<PercentileSpectrum> columns = new ArrayList<>();
        if (step.rate() > 0) {
            columns.add(new PercentileSpectrum("from due", step.spectrum().timesNs()));
        }
        columns.add(new PercentileSpectrum("from sent", step.service().timesNs()));
        if (step.turnedAwayCount() > 0) {
            columns.add(new PercentileSpectrum("turned away", step.turnedAway().timesNs()));
        }
        columns.addAll(step.calls());
        out.print("  " + " ".repeat(9));
        columns.forEach(column -> out.printf(Locale.ROOT, " %26s", column.name()));
        out.println();
        for (int i = 0; i < PercentileSpectrum.PERCENTILES.size(); i++) {
            String percentile = PercentileSpectrum.PERCENTILES.get(i);
            out.printf(Locale.ROOT, "  %-9s", "p" + percentile);
            columns.forEach(
                    column -> out.printf(Locale.ROOT, " %23.3f ms", column.atMs(Double.parseDouble(percentile))));
            out.println();
        }
        out.printf(Locale.ROOT, "  %-9s", "max");
        columns.forEach(column -> out.printf(Locale.ROOT, " %23.3f ms", column.maxMs()));
        out.println();
    }

    private static void printProcessors(HttpStep step, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "  processors: load tool %.2f, its busiest loop %.0f %%, sent late p99 %.2f ms",
                step.ownCores(),
                PERCENT * step.busiestLoop(),
                step.lateness().atMs(99));
        if (!Double.isNaN(step.memberCores())) {
            out.printf(Locale.ROOT, "; members %.2f, %.1f µs a call", step.memberCores(), step.memberMicrosPerCall());
        }
        if (!Double.isNaN(step.stolenShare())) {
            out.printf(Locale.ROOT, "; stolen %.1f %%", PERCENT * step.stolenShare());
        }
        out.println();
        if (!step.ownBound().isEmpty()) {
            out.println("  the load tool was itself the bound: " + step.ownBound());
        }
    }

    /** The options, in one line. */
    public static String settings(HttpBench.Settings settings) {
        return String.format(
                Locale.ROOT,
                "workload=%s rates=%s%s connections=%d pipeline=%d threads=%d cards=%d transactions=%d history-limit=%d deadline=%s warm-up=%s duration=%s members=%s backups=%d tls=%s",
                settings.workload().label(),
                settings.steps().rates(),
                settings.steps().search().map(search -> " search=" + search).orElse(""),
                settings.connections().count(),
                settings.connections().pipeline(),
                settings.connections().threads(),
                settings.data().cards(),
                settings.data().transactions(),
                settings.data().historyLimit(),
                settings.steps().deadline(),
                settings.steps().warmUp(),
                settings.steps().duration(),
                settings.members().isEmpty() ? settings.own().count() : settings.members(),
                settings.own().backups(),
                settings.connections().tls().isPresent() ? "1.3" : "none");
    }

    /** The object that {@code docs/reference/json.md} describes. */
    public static ObjectNode json(HttpBench.Result result, HttpBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("good", result.isGood());
        if (result.expected() >= 0) {
            json.put("expected", result.expected()).put("held", result.held());
        }
        var steps = json.putArray("steps");
        result.steps().forEach(step -> add(steps.addObject(), step));
        if (!result.found().isEmpty()) {
            var found = json.putArray("found");
            result.found()
                    .forEach(rate -> found.addObject()
                            .put("name", rate.name())
                            .put("rate", rate.rate())
                            .put("tooHigh", rate.tooHigh()));
        }
        json.putObject("settings")
                .put("workload", settings.workload().label())
                .put("connections", settings.connections().count())
                .put("pipeline", settings.connections().pipeline())
                .put("threads", settings.connections().threads())
                .put("cards", settings.data().cards())
                .put("historyLimit", settings.data().historyLimit())
                .put(
                        "members",
                        settings.members().isEmpty()
                                ? settings.own().count()
                                : settings.members().size())
                .put("backups", settings.own().backups())
                .put("warmUpMs", settings.steps().warmUp().toMillis())
                .put("durationMs", settings.steps().duration().toMillis())
                .put("tls", settings.connections().tls().isPresent() ? "1.3" : "none");
        return json;
    }

    private static void add(ObjectNode json, HttpStep step) {
        json.put("name", step.name())
                .put("rate", step.rate())
                .put("timeMs", step.seconds() * 1e3)
                .put("begun", step.begunCount())
                .put("done", step.doneCount())
                .put("donePerSecond", step.donePerSecond())
                .put("deadlineMs", step.deadlineMs())
                .put("late", step.lateCount())
                .put("standIns", step.standInCount())
                .put("turnedAway", step.turnedAwayCount())
                .put("notBegun", step.unsentCount());
        step.errors().forEach(json.putObject("errors")::put);
        addQuantiles(json.putObject("answerTimeMs"), step.spectrum());
        addQuantiles(json.putObject("fromSentMs"), step.service());
        addQuantiles(json.putObject("turnedAwayMs"), step.turnedAway());
        ObjectNode calls = json.putObject("callTimeMs");
        step.calls().forEach(call -> addQuantiles(calls.putObject(call.name()), call));
        json.put("ownCores", step.ownCores())
                .put("busiestLoop", step.busiestLoop())
                .put("sentLateP99Ms", step.lateness().atMs(99))
                .put("memberCores", orNull(step.memberCores()))
                .put("memberMicrosPerCall", orNull(step.memberMicrosPerCall()))
                .put("stolenShare", orNull(step.stolenShare()))
                .put("ownBound", step.ownBound());
    }

    private static void addQuantiles(ObjectNode json, PercentileSpectrum spectrum) {
        PercentileSpectrum.PERCENTILES.forEach(percentile ->
                json.put("p" + percentile.replace(".", ""), spectrum.atMs(Double.parseDouble(percentile))));
        json.put("max", spectrum.maxMs());
    }

    private static @Nullable Double orNull(double figure) {
        return Double.isNaN(figure) ? null : figure;
    }
}
