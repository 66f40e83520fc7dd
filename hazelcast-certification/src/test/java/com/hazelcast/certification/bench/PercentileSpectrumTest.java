package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PercentileSpectrumTest {
    @TempDir
    Path folder;

    private static PercentileSpectrum oneInAThousandOf20Ms(String name) {
        Histogram times = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
        times.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(1), 999_000);
        times.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(20), 1_000);
        return new PercentileSpectrum(name, times);
    }

    @Test
    void shouldPrintEachNine() {
        List<String> lines = oneInAThousandOf20Ms("times").lines();

        assertThat(lines).hasSize(9);
        assertThat(lines.get(4)).contains("p99.9 ").contains("1.0");
        assertThat(lines.get(5)).contains("p99.99 ").contains("20.0");
        assertThat(lines.get(8)).contains("max").contains("20.0");
    }

    @Test
    void shouldWriteWhatPlottersRead() throws Exception {
        Path file = folder.resolve("times.hgrm");

        oneInAThousandOf20Ms("times").writeHgrm(file);

        assertThat(Files.readAllLines(file).get(0).strip().split("\\s+"))
                .containsExactly("Value", "Percentile", "TotalCount", "1/(1-Percentile)");
        assertThat(Files.readString(file)).contains("Total count    =      1000000");
    }

    @Test
    void shouldDrawALineASeries() throws Exception {
        String svg = SpectrumPicture.svg(
                "5 < 7 & more", List.of(oneInAThousandOf20Ms("first"), oneInAThousandOf20Ms("second")));

        Document drawn =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(drawn.getElementsByTagName("polyline").getLength()).isEqualTo(2);
        String[] points = drawn.getElementsByTagName("polyline")
                .item(0)
                .getAttributes()
                .getNamedItem("points")
                .getNodeValue()
                .split(" ");
        // Upwards is more: what lies beyond three nines is higher than the rest.
        assertThat(height(points[points.length - 1])).isLessThan(height(points[0]));
        assertThat(height(points[40])).isEqualTo(height(points[0]));
    }

    @Test
    void shouldWriteEachSeriesBesideThePicture() throws Exception {
        Path picture = folder.resolve("times.svg");

        SpectrumPicture.write(
                picture, "rates", List.of(oneInAThousandOf20Ms("30,000 TPS"), oneInAThousandOf20Ms("300,000 TPS")));

        assertThat(Files.readString(picture)).contains("30,000 TPS").contains("300,000 TPS");
        assertThat(Files.readString(folder.resolve("times-1.hgrm"))).contains("Total count    =      1000000");
        assertThat(Files.readString(folder.resolve("times-2.hgrm"))).contains("Total count    =      1000000");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void shouldDrawWhatHasNoTimes() throws Exception {
        String svg = SpectrumPicture.svg("nothing", List.of(new PercentileSpectrum("none", new Histogram(3))));

        assertThat(svg).contains("<polyline").doesNotContain("NaN");
    }

    private static double height(String point) {
        return Double.parseDouble(point.split(",")[1]);
    }
}
