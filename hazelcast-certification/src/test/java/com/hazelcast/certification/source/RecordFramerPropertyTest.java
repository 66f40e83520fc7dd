package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.Records;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Streams of records and garbage, in reads of any sizes. */
class RecordFramerPropertyTest {
    private static final byte[] RECORD = Records.of(Records.EXAMPLE);

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Property(tries = 2_000)
    void shouldNotDependOnTheSizesOfTheReads(
            @ForAll("streams") byte[] stream, @ForAll("readSizes") List<Integer> readSizes) {
        List<String> expected = FramedStream.events(stream, List.of(1));
        List<String> actual = FramedStream.events(stream, readSizes);
        assertThat(only("card", actual)).isEqualTo(only("card", expected));
        actual.removeIf(event -> event.startsWith("card"));
        expected.removeIf(event -> event.startsWith("card"));
        assertThat(actual).isEqualTo(expected);
    }

    /** A record that stands behind a newline is taken, whatever stood before. */
    @Property(tries = 1_000)
    void shouldTakeEveryWholeRecordBehindANewline(@ForAll("streams") byte[] stream) {
        List<String> events =
                FramedStream.events(Records.join(stream, text("\n"), RECORD), List.of(FramedStream.READ_MAX));
        assertThat(events.stream().filter("card 17721111"::equals)).isNotEmpty();
        assertThat(events).doesNotContain("TRUNCATED 48");
    }

    private static List<String> only(String prefix, List<String> events) {
        return events.stream().filter(event -> event.startsWith(prefix)).toList();
    }

    @Provide
    Arbitrary<List<Integer>> readSizes() {
        return Arbitraries.integers()
                .between(1, FramedStream.READ_MAX)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    /** Records, short ones, long ones, and garbage with a newline here and there. */
    @Provide
    Arbitrary<byte[]> streams() {
        Arbitrary<byte[]> records = Arbitraries.integers()
                .between(1, 9)
                .map(card -> Records.of(card + ",1798967585307,107,00,34209,107,0494,09691,74106"));
        Arbitrary<byte[]> garbage = Arbitraries.strings()
                .withChars('\n', ',', '\0', '1', 'x')
                .ofMaxLength(250)
                .map(RecordFramerPropertyTest::text);
        Arbitrary<byte[]> overlong =
                Arbitraries.integers().between(90, 700).map(length -> text("y".repeat(length) + "\n"));
        return Arbitraries.frequencyOf(Tuple.of(6, records), Tuple.of(1, garbage), Tuple.of(1, overlong))
                .list()
                .ofMaxSize(20)
                .map(parts -> Records.join(parts.toArray(byte[][]::new)));
    }
}
