package com.hazelcast.certification.systemtests.reports;

import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What came of the faults of one run, as {@code report.md} and a picture of throughput for each. Used by one thread. */
public final class FaultReport {
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    public void add(Outcome outcome) {
        outcomes.add(outcome);
    }

    /** Something was left out; printed at once, because the report comes later. */
    public void skip(String why) {
        skipped.add(why);
        System.out.println(why);
    }

    /** Whether nothing has been fired until now. */
    public boolean isEmpty() {
        return outcomes.isEmpty();
    }

    /** Whether something was fired, and nothing was found. */
    public boolean isGood() {
        return !isEmpty() && outcomes.stream().allMatch(Outcome::isGood);
    }

    /** Writes all that was found so far into the folder, with that sentence at its head. */
    public void write(Path folder, String heading) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                heading,
                "",
                "| fault | rate | fired | sent | answered | lost | doubled | differing | longest wait ms | measured |",
                "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"));
        for (Outcome outcome : outcomes) {
            lines.add(outcome.row());
            String name = outcome.fault().replaceAll("[^A-Za-z0-9]+", "-") + "-" + outcome.ratePerSecond();
            Files.writeString(folder.resolve(name + ".svg"), ThroughputPicture.svg(outcome));
        }
        lines.addAll(skipped);
        Files.write(folder.resolve("report.md"), lines);
    }
}
