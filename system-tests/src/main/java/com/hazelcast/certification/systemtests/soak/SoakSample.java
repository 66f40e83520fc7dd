package com.hazelcast.certification.systemtests.soak;

import java.util.List;
import java.util.Locale;

/**
 * The figures of a member at one moment: a line of {@code samples.csv}.
 *
 * @param seconds of the run until then, without the time in which it was interrupted
 * @param phase its number
 * @param part how often the run had been started: the processes of each part are others
 * @param place of the member
 * @param isSteady whether memory was level and no member was coming or going: what is not is drawn, and has no trend
 * @param fill share of the memory for histories that is in use
 */
record SoakSample(
        double seconds,
        int phase,
        int part,
        int place,
        boolean isSteady,
        double tps,
        double p999Ms,
        double cards,
        double bytesPerCard,
        double fill,
        double residentMib,
        double threads,
        double files) {
    static final String HEAD =
            "seconds,phase,part,place,steady,tps,p999_ms,cards,bytes_per_card,fill,resident_mib,threads,files";

    String line() {
        return String.format(
                Locale.ROOT,
                "%.1f,%d,%d,%d,%d,%.1f,%.3f,%.0f,%.2f,%.4f,%.2f,%.0f,%.0f",
                seconds,
                phase,
                part,
                place,
                isSteady ? 1 : 0,
                tps,
                p999Ms,
                cards,
                bytesPerCard,
                fill,
                residentMib,
                threads,
                files);
    }

    /** @throws IllegalArgumentException when it is no line of samples */
    static SoakSample of(String line) {
        List<String> cells = List.of(line.split(","));
        if (cells.size() != HEAD.split(",").length) {
            throw new IllegalArgumentException("a line of samples must have the cells " + HEAD + ": line=" + line);
        }
        double[] values = cells.stream().mapToDouble(Double::parseDouble).toArray();
        return new SoakSample(
                values[0],
                (int) values[1],
                (int) values[2],
                (int) values[3],
                values[4] == 1,
                values[5],
                values[6],
                values[7],
                values[8],
                values[9],
                values[10],
                values[11],
                values[12]);
    }
}
