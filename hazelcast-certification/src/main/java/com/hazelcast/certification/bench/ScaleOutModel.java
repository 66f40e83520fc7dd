package com.hazelcast.certification.bench;

import com.hazelcast.certification.plan.CostModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A model that is fitted to rows of {@code bench scale-out}, for people. Stateless. */
public final class ScaleOutModel {
    private static final double US_PER_SECOND = 1e6;

    private ScaleOutModel() {}

    /** The formula without the terms that the rows cannot tell, what these are, and how calls follow from the load. */
    public static List<String> lines(CostModel model) {
        List<String> lines = new ArrayList<>(List.of(text(
                "model of %d rows, off by at most %.0f %%: us a transaction = %s",
                model.fittedTo().size(), 100 * model.greatestError(), formula(model))));
        if (Double.isNaN(model.workOfBackupUs())) {
            lines.add(text(
                    "all of these rows have %d backup(s), so they cannot tell what a backup adds",
                    model.costBackups(0)));
        }
        lines.add(text("calls = shards x (1 - exp(-n / shards)) / n, n = TPS / members x %.2f ms", model.intervalMs()));
        return lines;
    }

    private static String formula(CostModel model) {
        List<String> ofCall = new ArrayList<>();
        add(ofCall, "%.1f", model.callUs());
        add(ofCall, "%.1f x (members - 1) / members", model.callElsewhereUs());
        add(ofCall, "%.1f x backups", model.callOfBackupUs());
        List<String> terms = new ArrayList<>();
        add(terms, "%.2f", model.workUs());
        add(terms, "%.2f x backups", model.workOfBackupUs());
        if (!ofCall.isEmpty()) {
            terms.add("calls x (" + String.join(" + ", ofCall) + ")");
        }
        add(terms, "%.0f x members / TPS", US_PER_SECOND * model.memberShare());
        return String.join(" + ", terms);
    }

    private static void add(List<String> terms, String format, double weight) {
        if (!Double.isNaN(weight)) {
            terms.add(text(format, weight));
        }
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
