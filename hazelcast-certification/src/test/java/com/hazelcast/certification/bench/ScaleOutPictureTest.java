package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.plan.MeasuredCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleOutPictureTest {
    private static final Path IMAGES = Path.of("../images");
    private static final Path DRAWN = Path.of("target/pictures");

    @TempDir
    Path folder;

    /** Members, shards, offered and answered TPS, processor time. */
    private static List<MeasuredCost> rows(String... lines) {
        List<String> whole = new ArrayList<>();
        for (String line : lines) {
            String[] cells = line.split(" ");
            whole.add(String.join(
                    ";",
                    cells[0],
                    cells[1],
                    "1",
                    cells[2],
                    cells[3],
                    cells[4],
                    "700;0.5;1.5;2.5;;Linux, 2 cores;c0ffee1;2026-11-25"));
        }
        return MeasuredCost.parse(whole);
    }

    @Test
    void shouldAgreeWithTheRowsInThePicturesOfTheProject() throws IOException {
        Files.createDirectories(DRAWN);
        ScaleOutPicture.write(DRAWN, MeasuredCost.all());

        for (Map.Entry<String, String> picture :
                ScaleOutPicture.of(MeasuredCost.all()).entrySet()) {
            assertThat(Files.readString(IMAGES.resolve(picture.getKey())))
                    .as(
                            "%s; it is drawn of scale-out.csv: copy it from hazelcast-certification/%s",
                            picture.getKey(), DRAWN)
                    .isEqualTo(picture.getValue());
        }
    }

    @Test
    void shouldDrawTheRateThatMostClustersWereOffered() {
        Map<String, String> pictures = ScaleOutPicture.of(
                rows("2 7 300000 300000 4", "2 7 100000 100000 10", "4 7 100000 100000 18", "4 31 100000 90000 20"));

        assertThat(pictures)
                .containsOnlyKeys("scale-out-map.svg", "scale-out-processor.svg", "scale-out-throughput.svg");
        assertThat(pictures.get("scale-out-processor.svg"))
                .contains("Processor over members, 100,000 TPS offered")
                .contains("2 members")
                .contains("4 members")
                .contains("7 shards: 10.0, 18.0")
                .contains("31 shards: 20.0")
                // From nothing to the greatest: 20 is at the top, 10 in the middle.
                .contains("points=\"130,170 570,74\"")
                .contains("<circle cx=\"570\" cy=\"50\" r=\"4\" stroke=\"#c0392b\" fill=\"white\"/>")
                .contains("c0ffee1");
        assertThat(pictures.get("scale-out-throughput.svg"))
                .contains("7 shards: 100,000, 100,000")
                .contains("31 shards: 90,000");
        assertThat(pictures.get("scale-out-map.svg"))
                .contains("The map over members, 100,000 TPS offered")
                .contains("7 shards: 700.0, 700.0");
    }

    @Test
    void shouldWriteEach() throws IOException {
        ScaleOutPicture.write(folder, rows("2 7 1000 1000 4"));

        assertThat(Files.readString(folder.resolve("scale-out-processor.svg"))).endsWith("</svg>\n");
        assertThat(Files.readString(folder.resolve("scale-out-throughput.svg"))).contains("1,000 TPS offered");
        assertThat(Files.readString(folder.resolve("scale-out-map.svg"))).contains("entry processors a second");
    }
}
