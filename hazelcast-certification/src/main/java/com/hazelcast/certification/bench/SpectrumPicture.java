package com.hazelcast.certification.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Draws percentile spectra as one SVG: to the right the percentiles to six nines, each nine as wide as the one before; upwards the time in
 * milliseconds, each power of ten as high as the one before. Stateless.
 */
public final class SpectrumPicture {
    private static final int WIDTH = 900;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int PLOT_HEIGHT = 320;
    private static final int LINE_HEIGHT = 18;
    private static final int NINES = 6;
    private static final int STEPS_PER_NINE = 20;
    private static final double MS_MIN = 0.01;
    private static final List<String> COLOURS =
            List.of("#0b62a4", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#5d6d7e", "#117a65", "#6e2c00");

    private SpectrumPicture() {}

    /**
     * Writes the picture, and beside it each series as an .hgrm file: {@code times-1.hgrm} and so on beside {@code times.svg}.
     *
     * @throws IOException when one cannot be written
     */
    public static void write(Path svg, String title, List<PercentileSpectrum> series) throws IOException {
        String name = String.valueOf(svg.getFileName()).replaceFirst("\\.svg$", "");
        for (int i = 0; i < series.size(); i++) {
            series.get(i).writeHgrm(svg.resolveSibling(name + "-" + (i + 1) + ".hgrm"));
        }
        Files.writeString(svg, svg(title, series));
    }

    /** The picture of these series, with its names below it. Colours repeat after the eighth. */
    public static String svg(String title, List<PercentileSpectrum> series) {
        int decades = decades(series);
        StringBuilder svg = new StringBuilder(4_096);
        int height = TOP + PLOT_HEIGHT + 50 + series.size() * LINE_HEIGHT;
        add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, height);
        add(svg, " font-family=\"sans-serif\" font-size=\"13\">%n");
        add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n", WIDTH, height);
        add(svg, "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>%n", LEFT, escaped(title));
        addGrid(svg, decades);
        for (int i = 0; i < series.size(); i++) {
            addSeries(svg, series.get(i), decades, COLOURS.get(i % COLOURS.size()), i);
        }
        return add(svg, "</svg>%n").toString();
    }

    /** Powers of ten from the least time that is drawn to the greatest. */
    private static int decades(List<PercentileSpectrum> series) {
        double mostMs =
                series.stream().mapToDouble(PercentileSpectrum::maxMs).max().orElse(1);
        return Math.max(2, (int) Math.ceil(Math.log10(Math.max(1, mostMs) / MS_MIN)));
    }

    private static void addGrid(StringBuilder svg, int decades) {
        int bottom = TOP + PLOT_HEIGHT;
        for (int nine = 0; nine <= NINES; nine++) {
            double x = x(nine);
            add(svg, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>%n", x, TOP, x, bottom);
            add(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n", x, bottom + 18, label(nine));
        }
        for (int decade = 0; decade <= decades; decade++) {
            double ms = MS_MIN * Math.pow(10, decade);
            double y = y(ms, decades);
            add(
                    svg,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
                    LEFT,
                    y,
                    WIDTH - RIGHT,
                    y);
            add(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ms</text>%n", LEFT - 6, y + 4, number(ms));
        }
    }

    private static String label(int nine) {
        return switch (nine) {
            case 0 -> "0 %";
            case 1 -> "90 %";
            case 2 -> "99 %";
            default -> "99." + "9".repeat(nine - 2) + " %";
        };
    }

    private static String number(double ms) {
        return ms < 1 ? String.format(Locale.ROOT, "%.2g", ms) : String.format(Locale.ROOT, "%,.0f", ms);
    }

    private static void addSeries(StringBuilder svg, PercentileSpectrum one, int decades, String colour, int index) {
        StringBuilder points = new StringBuilder();
        for (int step = 0; step <= NINES * STEPS_PER_NINE; step++) {
            double nines = (double) step / STEPS_PER_NINE;
            double percentile = 100 * (1 - Math.pow(10, -nines));
            add(points, "%.1f,%.1f ", x(nines), y(one.atMs(percentile), decades));
        }
        add(
                svg,
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" points=\"%s\"/>%n",
                colour,
                points.toString().strip());
        int y = TOP + PLOT_HEIGHT + 46 + index * LINE_HEIGHT;
        add(svg, "<rect x=\"%d\" y=\"%d\" width=\"18\" height=\"4\" fill=\"%s\"/>%n", LEFT, y - 6, colour);
        add(
                svg,
                "<text x=\"%d\" y=\"%d\">%s (%,d, at most %.2f ms)</text>%n",
                LEFT + 26,
                y,
                escaped(one.name()),
                one.timesNs().getTotalCount(),
                one.maxMs());
    }

    private static double x(double nines) {
        return LEFT + (WIDTH - LEFT - RIGHT) * nines / NINES;
    }

    private static double y(double ms, int decades) {
        double part = Math.log10(Math.max(MS_MIN, ms) / MS_MIN) / decades;
        return TOP + PLOT_HEIGHT * (1 - part);
    }

    private static StringBuilder add(StringBuilder text, String format, Object... values) {
        return text.append(String.format(Locale.ROOT, format, values));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
