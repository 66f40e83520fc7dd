package com.hazelcast.certification.bench;

import com.hazelcast.certification.plan.MeasuredCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Draws the rows of {@code bench scale-out} over the number of members, a line for each number of shards: those of the rate that most numbers
 * of members were offered. To the right each doubling of the members is as wide as the one before. Stateless.
 */
public final class ScaleOutPicture {
    private static final String THROUGHPUT = "scale-out-throughput.svg";
    private static final String PROCESSOR = "scale-out-processor.svg";
    private static final String MAP = "scale-out-map.svg";
    private static final int WIDTH = 640;
    private static final int LEFT = 90;
    private static final int RIGHT = 30;
    private static final int TOP = 50;
    private static final int PLOT_HEIGHT = 240;
    private static final int LINE_HEIGHT = 18;
    private static final int LINES_MOST = 5;
    private static final List<String> COLOURS =
            List.of("#0b62a4", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#5d6d7e");

    private ScaleOutPicture() {}

    /**
     * Writes the pictures of a file of rows.
     *
     * @throws IOException when one cannot be written
     */
    public static void write(Path folder, List<MeasuredCost> rows) throws IOException {
        Map<String, String> pictures = of(rows);
        for (Map.Entry<String, String> picture : pictures.entrySet()) {
            Files.writeString(folder.resolve(picture.getKey()), picture.getValue());
        }
    }

    /** The pictures by the names of their files. */
    static Map<String, String> of(List<MeasuredCost> rows) {
        return new TreeMap<>(Map.of(
                THROUGHPUT, svg("Throughput", "TPS that were answered", rows, MeasuredCost::tps),
                PROCESSOR, svg("Processor", "µs of a processor a transaction", rows, MeasuredCost::cpuUs),
                MAP, svg("The map", "entry processors a second", rows, MeasuredCost::batchesPerSecond)));
    }

    private static String svg(String what, String unit, List<MeasuredCost> all, ToDoubleFunction<MeasuredCost> figure) {
        List<MeasuredCost> rows = ofOneRate(all);
        Map<Integer, List<MeasuredCost>> byShards = rows.stream()
                .sorted(Comparator.comparingInt(MeasuredCost::members))
                .collect(Collectors.groupingBy(MeasuredCost::shards, TreeMap::new, Collectors.toList()));
        double step = step(rows.stream().mapToDouble(figure).max().orElse(1));
        double top = step * Math.ceil(rows.stream().mapToDouble(figure).max().orElse(1) / step);
        int height = TOP + PLOT_HEIGHT + 60 + (byShards.size() + 1) * LINE_HEIGHT;
        StringBuilder svg = new StringBuilder(4_096);
        add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, height);
        add(svg, " font-family=\"sans-serif\" font-size=\"13\">\n");
        add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", WIDTH, height);
        add(
                svg,
                "<text x=\"%d\" y=\"20\" font-size=\"15\">%s over members, %,d TPS offered</text>\n",
                LEFT,
                what,
                rows.isEmpty() ? 0 : rows.get(0).offeredTps());
        add(svg, "<text x=\"%d\" y=\"40\">%s</text>\n", LEFT, unit);
        addGrid(svg, rows, step, top);
        int index = 0;
        for (Map.Entry<Integer, List<MeasuredCost>> one : byShards.entrySet()) {
            addSeries(svg, rows, one.getKey(), one.getValue(), figure, top, index++);
        }
        String commits =
                rows.stream().map(MeasuredCost::commit).distinct().sorted().collect(Collectors.joining(", "));
        add(
                svg,
                "<text x=\"%d\" y=\"%d\" fill=\"#555\">All members and the source on one machine; %s. Not filled: fewer answered than offered.</text>\n",
                LEFT,
                height - 10,
                commits);
        return add(svg, "</svg>\n").toString();
    }

    /** With a backup, of the rate with most numbers of members; of several such rates the highest. */
    private static List<MeasuredCost> ofOneRate(List<MeasuredCost> all) {
        Map<Long, List<MeasuredCost>> byRate = all.stream()
                .filter(row -> row.backups() == 1)
                .collect(Collectors.groupingBy(MeasuredCost::offeredTps, TreeMap::new, Collectors.toList()));
        List<MeasuredCost> best = List.of();
        for (List<MeasuredCost> rows : byRate.values()) {
            if (clusterSizes(rows) >= clusterSizes(best)) {
                best = rows;
            }
        }
        return best;
    }

    private static long clusterSizes(List<MeasuredCost> rows) {
        return rows.stream().map(MeasuredCost::members).distinct().count();
    }

    /** Between two lines of the grid: 1, 2 or 5 times a power of ten. */
    private static double step(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(1e-9, most / LINES_MOST))));
        for (int times : new int[] {1, 2, 5}) {
            if (times * power * LINES_MOST >= most) {
                return times * power;
            }
        }
        return 10 * power;
    }

    private static void addGrid(StringBuilder svg, List<MeasuredCost> rows, double step, double top) {
        for (int line = 0; line * step <= top; line++) {
            long y = y(line * step, top);
            add(svg, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH - RIGHT, y);
            String label = step < 1
                    ? String.format(Locale.ROOT, "%.1f", line * step)
                    : String.format(Locale.ROOT, "%,d", Math.round(line * step));
            add(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 8, y + 4, label);
        }
        rows.stream().map(MeasuredCost::members).distinct().sorted().forEach(members -> {
            long x = x(members, rows);
            add(
                    svg,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d members</text>\n",
                    x,
                    TOP + PLOT_HEIGHT + 20,
                    members);
        });
    }

    private static void addSeries(
            StringBuilder svg,
            List<MeasuredCost> all,
            int shards,
            List<MeasuredCost> rows,
            ToDoubleFunction<MeasuredCost> figure,
            double top,
            int index) {
        String colour = COLOURS.get(index % COLOURS.size());
        String points = rows.stream()
                .map(row -> x(row.members(), all) + "," + y(figure.applyAsDouble(row), top))
                .collect(Collectors.joining(" "));
        add(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" points=\"%s\"/>\n", colour, points);
        for (MeasuredCost row : rows) {
            add(
                    svg,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"4\" stroke=\"%s\" fill=\"%s\"/>\n",
                    x(row.members(), all),
                    y(figure.applyAsDouble(row), top),
                    colour,
                    row.hasKeptUp() ? colour : "white");
        }
        int y = TOP + PLOT_HEIGHT + 46 + index * LINE_HEIGHT;
        add(svg, "<rect x=\"%d\" y=\"%d\" width=\"18\" height=\"4\" fill=\"%s\"/>\n", LEFT, y - 6, colour);
        String figures = rows.stream()
                .map(row -> {
                    double value = figure.applyAsDouble(row);
                    return value < 1_000
                            ? String.format(Locale.ROOT, "%.1f", value)
                            : String.format(Locale.ROOT, "%,d", Math.round(value));
                })
                .collect(Collectors.joining(", "));
        add(svg, "<text x=\"%d\" y=\"%d\">%d shards: %s</text>\n", LEFT + 26, y, shards, figures);
    }

    private static long x(int members, List<MeasuredCost> rows) {
        int least = rows.stream().mapToInt(MeasuredCost::members).min().orElse(1);
        int most = rows.stream().mapToInt(MeasuredCost::members).max().orElse(1);
        int width = WIDTH - LEFT - RIGHT - 80;
        double part = most == least ? 0.5 : Math.log((double) members / least) / Math.log((double) most / least);
        return LEFT + 40 + Math.round(width * part);
    }

    private static long y(double value, double top) {
        return TOP + Math.round(PLOT_HEIGHT * (1 - value / top));
    }

    private static StringBuilder add(StringBuilder text, String format, Object... values) {
        return text.append(String.format(Locale.ROOT, format, values));
    }
}
