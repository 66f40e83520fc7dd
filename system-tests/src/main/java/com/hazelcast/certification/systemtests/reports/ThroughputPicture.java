package com.hazelcast.certification.systemtests.reports;

import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import java.util.List;
import java.util.Locale;

/** Answers a second through a run of faults, as an SVG. */
final class ThroughputPicture {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 260;
    private static final int LEFT = 70;
    private static final int BOTTOM = 40;
    private static final int TOP = 30;

    private ThroughputPicture() {}

    static String svg(Outcome outcome) {
        List<Long> counts = outcome.answeredPerSecond();
        long greatest =
                Math.max(1, counts.stream().mapToLong(Long::longValue).max().orElse(1));
        StringBuilder points = new StringBuilder();
        for (int second = 0; second < counts.size(); second++) {
            double x = LEFT + (WIDTH - LEFT - 10.0) * second / Math.max(1, counts.size() - 1);
            double y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (double) counts.get(second) / greatest;
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
        }
        return String.format(
                Locale.ROOT,
                String.join(
                        "%n",
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\""
                                + " font-family=\"sans-serif\" font-size=\"13\">",
                        "<rect width=\"%1$d\" height=\"%2$d\" fill=\"white\"/>",
                        "<text x=\"%3$d\" y=\"18\">Answers a second: %4$s, %5$d times</text>",
                        "<line x1=\"%3$d\" y1=\"%6$d\" x2=\"%7$d\" y2=\"%6$d\" stroke=\"#888\"/>",
                        "<line x1=\"%3$d\" y1=\"%8$d\" x2=\"%3$d\" y2=\"%6$d\" stroke=\"#888\"/>",
                        "<text x=\"5\" y=\"%9$d\">%10$,d</text>",
                        "<text x=\"5\" y=\"%6$d\">0</text>",
                        "<text x=\"%3$d\" y=\"%11$d\">0 s</text>",
                        "<text x=\"%12$d\" y=\"%11$d\">%13$d s</text>",
                        "<polyline fill=\"none\" stroke=\"#0b62a4\" stroke-width=\"1.5\" points=\"%14$s\"/>",
                        "</svg>"),
                WIDTH,
                HEIGHT,
                LEFT,
                outcome.fault(),
                outcome.fired(),
                HEIGHT - BOTTOM,
                WIDTH - 10,
                TOP,
                TOP + 5,
                greatest,
                HEIGHT - BOTTOM + 20,
                WIDTH - 60,
                counts.size(),
                points.toString().strip());
    }
}
