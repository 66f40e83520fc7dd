package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The two parsers against each other, against a plain model, and against the encoder. */
class RecordParserPropertyTest {
    private static final List<Integer> DIGITS_MAX = List.of(19, 13, 3, 2, 10, 3, 4, 5, 5);

    private static final Pattern LEGAL = Pattern.compile("(\\d{8,19}),(\\d{1,13}),(\\d{1,3}),(\\d{1,2}),(\\d{1,10}),"
            + "(\\d{1,3}),(\\d{1,4}),(\\d{1,5}),(\\d{1,5})\0*\n");

    /** Bytes on both sides of every decision of the parsers, and any other. */
    private static final Arbitrary<Byte> BYTES = Arbitraries.oneOf(
            Arbitraries.of(
                    (byte) 0,
                    (byte) '\n',
                    (byte) ',',
                    (byte) '/',
                    (byte) '0',
                    (byte) '5',
                    (byte) '9',
                    (byte) ':',
                    (byte) 0x80,
                    (byte) 0xb0,
                    (byte) 0xff),
            Arbitraries.bytes());

    private final byte[] target = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final byte[] otherTarget = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];

    /** A change to a record: a byte overwritten, or bytes moved by one from there on. */
    record Mutation(int index, byte value, int shift) {
        void apply(byte[] record) {
            if (shift < 0) {
                System.arraycopy(record, index + 1, record, index, WireRecord.NEWLINE_INDEX - 1 - index);
            } else {
                System.arraycopy(record, index, record, index + shift, record.length - index - shift);
                record[index] = value;
            }
        }
    }

    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
    void shouldAgreeWithTheFieldParser(
            @ForAll("records") byte[] record, @ForAll("mutations") List<Mutation> mutations) {
        mutations.forEach(mutation -> mutation.apply(record));
        int parsed = RecordParser.parse(record, 0, target, 0);
        assertThat(FieldParser.parse(record, 0, otherTarget, 0)).isEqualTo(parsed);
        if (parsed == RecordParser.OK) {
            assertThat(otherTarget).isEqualTo(target);
        }
    }

    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
    void shouldAgreeWithThePlainModel(@ForAll("records") byte[] record, @ForAll("mutations") List<Mutation> mutations) {
        mutations.forEach(mutation -> mutation.apply(record));
        boolean isParsed = RecordParser.parse(record, 0, target, 0) == RecordParser.OK;
        Matcher legal = LEGAL.matcher(new String(record, StandardCharsets.ISO_8859_1));
        boolean isLegal = legal.matches()
                && number(legal, 2).bitLength() <= 41
                && number(legal, 5).bitLength() < Integer.SIZE;
        assertThat(isParsed).isEqualTo(isLegal);
        if (isLegal) {
            assertThat(Fields.at(target, 0)).isEqualTo(fields(legal));
        }
    }

    @Property(tries = 5_000, edgeCases = EdgeCasesMode.NONE)
    void shouldParseWhatTheEncoderWrites(@ForAll("transactions") Fields fields) {
        assertThat(RecordParser.parse(fields.encode(), 0, target, 0)).isEqualTo(RecordParser.OK);
        assertThat(Fields.at(target, 0)).isEqualTo(fields);
    }

    private static BigInteger number(Matcher legal, int group) {
        return new BigInteger(legal.group(group));
    }

    private static Fields fields(Matcher legal) {
        return new Fields(
                CardNumber.of(legal.group(1)),
                number(legal, 2).longValueExact(),
                number(legal, 3).intValueExact(),
                number(legal, 4).intValueExact(),
                number(legal, 5).intValueExact(),
                number(legal, 6).intValueExact(),
                number(legal, 7).intValueExact(),
                number(legal, 8).intValueExact(),
                number(legal, 9).intValueExact(),
                0);
    }

    @Provide
    Arbitrary<List<Mutation>> mutations() {
        Arbitrary<Integer> shifts = Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(1, -1), Tuple.of(1, 1));
        Arbitrary<Integer> indexes = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 65), Arbitraries.integers().between(0, WireRecord.NEWLINE_INDEX));
        return Combinators.combine(indexes, BYTES, shifts)
                .as((index, value, shift) -> new Mutation(index, value, index == WireRecord.NEWLINE_INDEX ? 0 : shift))
                .list()
                .ofMaxSize(3);
    }

    /** Records as the encoder writes them, and records whose fields have any legal width or one digit more. */
    @Provide
    Arbitrary<byte[]> records() {
        Arbitrary<byte[]> anyWidth = Combinators.combine(DIGITS_MAX.stream()
                        .map(RecordParserPropertyTest::digits)
                        .toList())
                .as(fields -> Records.of(String.join(",", fields)));
        return Arbitraries.oneOf(transactions().map(Fields::encode), anyWidth);
    }

    private static Arbitrary<String> digits(int most) {
        return Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(most)),
                Tuple.of(1, Arbitraries.strings().numeric().ofLength(most + 1)));
    }

    @Provide
    Arbitrary<Fields> transactions() {
        Arbitrary<Long> cards = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 99_999_999_999_999L),
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                // The codes of nineteen digits have the sign's bit.
                Arbitraries.longs().between(Long.MIN_VALUE, CardNumber.END - 1));
        Arbitrary<Integer> amounts = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 50_000),
                Arbitraries.integers().between(0, Integer.MAX_VALUE));
        Arbitrary<Integer> threeDigits = Arbitraries.integers().between(0, 999);
        Arbitrary<Integer> fiveDigits = Arbitraries.integers().between(0, 99_999);
        Arbitrary<Fields> withoutCode = Combinators.combine(
                        cards,
                        Arbitraries.longs().between(0, TransactionLayout.TIME_MS_MAX),
                        threeDigits,
                        Arbitraries.integers().between(0, 99),
                        amounts,
                        threeDigits,
                        Arbitraries.integers().between(0, 9_999),
                        fiveDigits)
                .as((card, timeMs, country, response, amount, currency, merchant, city) ->
                        new Fields(card, timeMs, country, response, amount, currency, merchant, city, 0, 0));
        return Combinators.combine(withoutCode, fiveDigits)
                .as((fields, code) -> new Fields(
                        fields.card(),
                        fields.timeMs(),
                        fields.country(),
                        fields.response(),
                        fields.amountUnits(),
                        fields.currency(),
                        fields.merchant(),
                        fields.city(),
                        code,
                        0));
    }
}
