package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The parser against Jackson's own tree of the same text, which is slower and knows none of its shortcuts. */
class TransactionJsonPropertyTest {
    private static final ObjectMapper TREE = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static RequestedTransaction parse(byte[] json) {
        return TransactionJson.parse(json, 0, json.length, null);
    }

    /** A text of the fields in any order, with blanks, escapes, and numbers as texts where that is allowed. */
    private static String written(List<String[]> fields, Random random) {
        List<String[]> shuffled = new ArrayList<>(fields);
        Collections.shuffle(shuffled, random);
        StringBuilder json = new StringBuilder("{");
        for (String[] field : shuffled) {
            json.append(json.length() > 1 ? "," : "").append(" \n\t".substring(random.nextInt(4)));
            json.append('"').append(escaped(field[0], random)).append("\":");
            boolean isText = field[2].equals("text") || field[2].equals("either") && random.nextBoolean();
            json.append(isText ? '"' + escaped(field[1], random) + '"' : field[1]);
        }
        return json.append('}').toString();
    }

    private static String escaped(String text, Random random) {
        StringBuilder escaped = new StringBuilder();
        for (char next : text.toCharArray()) {
            escaped.append(random.nextInt(8) == 0 ? String.format("\\u%04x", (int) next) : String.valueOf(next));
        }
        return escaped.toString();
    }

    private static String[] field(String name, Object value, String form) {
        return new String[] {name, String.valueOf(value), form};
    }

    private static List<String[]> fields(String card, long timeMs, int cents, int mcc, int city, boolean isMinor) {
        List<String[]> fields = new ArrayList<>();
        fields.add(field("card", card, "text"));
        fields.add(
                (timeMs & 1) == 0
                        ? field("time", timeMs, "number")
                        : field("time", Instant.ofEpochMilli(timeMs), "text"));
        fields.add(
                isMinor
                        ? field("amountMinor", cents, "either")
                        : field("amount", BigDecimal.valueOf(cents, 2).toPlainString(), "text"));
        fields.add(field("currency", (mcc & 1) == 0 ? "EUR" : "978", (mcc & 1) == 0 ? "text" : "either"));
        fields.add(field("country", (city & 1) == 0 ? "DEU" : "276", (city & 1) == 0 ? "text" : "either"));
        fields.add(field("mcc", mcc, "either"));
        fields.add(field("city", city, "either"));
        return fields;
    }

    @Property
    void shouldReadWhatWasWritten(
            @ForAll @LongRange(min = 0, max = 99_999_999_999_999L) long card,
            @ForAll @LongRange(min = 0, max = TransactionLayout.TIME_MS_MAX) long timeMs,
            @ForAll @IntRange int cents,
            @ForAll @IntRange(max = 9_999) int mcc,
            @ForAll @IntRange(max = 99_999) int city,
            @ForAll boolean isMinor,
            @ForAll Random random) {
        String number = String.format("%014d", card);
        String json = written(fields(number, timeMs, cents, mcc, city, isMinor), random);
        RequestedTransaction read = parse(json.getBytes(StandardCharsets.UTF_8));
        assertThat(read.card()).as(json).isEqualTo(CardNumber.of(number));
        assertThat(read.times()).as(json).isEqualTo(TransactionLayout.times(timeMs, 276, 978));
        assertThat(read.payment()).as(json).isEqualTo(TransactionLayout.payment(cents, 0, mcc));
        assertThat(TransactionLayout.city(read.outcome())).as(json).isEqualTo(city);
    }

    /** Bytes that are changed, cut out, put in or doubled make another transaction that Jackson reads too, or a stated problem. */
    @Property(tries = 5_000)
    void shouldReadAChangedTextAsJacksonDoesOrSayWhatIsWrong(
            @ForAll @LongRange(min = 1_000_000_000_000L, max = 9_999_999_999_999L) long card,
            @ForAll @IntRange(min = 1, max = 4) int changes,
            @ForAll Random random) {
        String number = "4" + card;
        byte[] json = written(fields(number, 1_798_967_585_307L, 1_234, 5_411, 10_115, false), random)
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < changes; i++) {
            json = changed(json, random);
        }
        checkAgainstTree(json);
    }

    @Property
    void shouldSayWhatIsWrongWithAnyBytes(@ForAll @Size(max = 400) byte[] bytes) {
        checkAgainstTree(bytes);
    }

    /** No run of its digits is as long as those that are masked everywhere. */
    @Example
    void shouldMaskACardThatIsANumberWithAPoint() {
        byte[] json = "{\"card\":4000220.0001123}".getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(FieldProblem.class)
                .isThrownBy(() -> parse(json))
                .satisfies(problem -> {
                    assertThat(problem.value()).isEqualTo("400022*****1123");
                    assertThat(problem.remedy()).isEqualTo("give the card as a string of 8 to 19 digits");
                });
    }

    private static void checkAgainstTree(byte[] json) {
        RequestedTransaction read;
        try {
            read = parse(json);
        } catch (FieldProblem problem) {
            assertThat(problem.remedy()).isNotEmpty();
            assertThat(problem.getMessage() + problem.field() + problem.value()).doesNotContainPattern("4\\d{13}");
            return;
        }
        JsonNode tree = tree(json);
        assertThat(read.card()).isEqualTo(CardNumber.of(tree.path("card").textValue()));
        assertThat(TransactionLayout.merchant(read.payment()))
                .isEqualTo(tree.path("mcc").asInt());
        assertThat(TransactionLayout.city(read.outcome()))
                .isEqualTo(tree.path("city").asInt());
        BigDecimal cents = tree.has("amountMinor")
                ? new BigDecimal(tree.path("amountMinor").asText())
                : new BigDecimal(tree.path("amount").textValue()).movePointRight(2);
        assertThat(TransactionLayout.amountUnits(read.payment())).isEqualTo(cents.intValueExact());
    }

    private static JsonNode tree(byte[] json) {
        try {
            return TREE.readTree(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new AssertionError("what is not UTF-8 was read", e);
        } catch (IOException e) {
            throw new AssertionError("what is no JSON was read: " + new String(json, StandardCharsets.UTF_8), e);
        }
    }

    private static byte[] changed(byte[] json, Random random) {
        int from = random.nextInt(json.length + 1);
        int to = Math.min(json.length, from + random.nextInt(12));
        byte[] between = switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> new byte[] {(byte) 0xc0, (byte) (0x80 | random.nextInt(64))};
            case 3 -> ",\"mcc\":1".getBytes(StandardCharsets.UTF_8);
            case 4 -> "[[[[[[{}".getBytes(StandardCharsets.UTF_8);
            default -> Arrays.copyOfRange(json, from, to);
        };
        byte[] changed = new byte[json.length - (to - from) + between.length];
        System.arraycopy(json, 0, changed, 0, from);
        System.arraycopy(between, 0, changed, from, between.length);
        System.arraycopy(json, to, changed, from + between.length, json.length - to);
        return changed.length == 0 ? new byte[] {'{'} : changed;
    }

    @Property
    void shouldTakeOnlyWellFormedUtf8(@ForAll @Size(max = 40) byte[] bytes, @ForAll @IntRange(max = 8) int offset) {
        int from = Math.min(offset, bytes.length);
        boolean isDecoded;
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
            isDecoded = true;
        } catch (CharacterCodingException e) {
            isDecoded = false;
        }
        assertThat(Utf8.isWellFormed(bytes, from, bytes.length - from)).isEqualTo(isDecoded);
    }
}
