package com.hazelcast.certification.systemtests.soak;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A long run as one SVG: a panel for each figure, a line for each member of each part, the hours to the right. Pure. */
final class SoakPicture {
    private static final int WIDTH = 900;
    private static final int LEFT = 70;
    private static final int RIGHT = 10;
    private static final int PANEL = 150;
    private static final int PLOT = 100;
    private static final int TOP = 30;
    private static final List<String> COLOURS = List.of("#0b62a4", "#c0392b", "#2e8b57", "#8e44ad");

    private SoakPicture() {}

    static String svg(List<SoakSample> samples) {
        double seconds = samples.stream().mapToDouble(SoakSample::seconds).max().orElse(1);
        int height = TOP + PANEL * (SoakFigure.values().length + 1);
        StringBuilder svg = new StringBuilder(1 << 16);
        add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, height);
        add(svg, " font-family=\"sans-serif\" font-size=\"13\">%n");
        add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n", WIDTH, height);
        int top = TOP;
        for (SoakFigure figure : SoakFigure.values()) {
            addPanel(svg, top, figure.text(), figure::of, samples, seconds);
            top += PANEL;
        }
        addPanel(svg, top, "memory for histories in use, %", sample -> 100 * sample.fill(), samples, seconds);
        return add(svg, "</svg>%n").toString();
    }

    private static void addPanel(
            StringBuilder svg,
            int top,
            String title,
            ToDoubleFunction<SoakSample> value,
            List<SoakSample> samples,
            double seconds) {
        double greatest =
                Math.max(1e-9, samples.stream().mapToDouble(value).max().orElse(1));
        int bottom = top + PLOT;
        add(svg, "<text x=\"%d\" y=\"%d\">%s, each member</text>%n", LEFT, top - 8, title);
        add(svg, "<text x=\"4\" y=\"%d\">%,.1f</text>%n<text x=\"4\" y=\"%d\">0</text>%n", top + 5, greatest, bottom);
        add(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.2f h</text>%n",
                WIDTH - RIGHT,
                bottom + 16,
                seconds / 3_600);
        add(
                svg,
                "<polyline fill=\"none\" stroke=\"#888\" points=\"%d,%d %d,%d %d,%d\"/>%n",
                LEFT,
                top,
                LEFT,
                bottom,
                WIDTH - RIGHT,
                bottom);
        lines(samples).forEach((key, line) -> {
            add(
                    svg,
                    "<polyline fill=\"none\" stroke=\"%s\" points=\"",
                    COLOURS.get(line.get(0).place() % COLOURS.size()));
            for (SoakSample sample : line) {
                double x = LEFT + (WIDTH - LEFT - RIGHT) * sample.seconds() / Math.max(1, seconds);
                add(svg, "%.1f,%.1f ", x, bottom - PLOT * value.applyAsDouble(sample) / greatest);
            }
            add(svg, "\"/>%n");
        });
    }

    private static Map<String, List<SoakSample>> lines(List<SoakSample> samples) {
        return samples.stream()
                .sorted(Comparator.comparingDouble(SoakSample::seconds))
                .collect(Collectors.groupingBy(
                        sample -> sample.part() + "-" + sample.place(), TreeMap::new, Collectors.toList()));
    }

    private static StringBuilder add(StringBuilder text, String format, Object... values) {
        return text.append(String.format(Locale.ROOT, format, values));
    }
}
