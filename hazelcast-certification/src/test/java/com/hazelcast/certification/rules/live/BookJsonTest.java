package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.RecordedSet.Rest;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Books with long lists, as text and as bytes. */
class BookJsonTest {
    private final RuleBook first = RuleBook.first(RuleSet.shipped());

    /** As if they had been submitted: what is in a list is no part of that. */
    private RuleBook with(RuleSetText... texts) {
        List<RecordedSet> sets = new ArrayList<>(first.sets());
        for (RuleSetText text : texts) {
            int number = sets.size() + 1;
            sets.add(new RecordedSet(
                    number, RecordedSet.NO_CODES, 2, "large", "Ana", text, Stage.DRAFT, null, Rest.NONE));
        }
        return new RuleBook(2, sets, 1, 0, 0, 0, BreakerLimits.NONE, false, List.of());
    }

    @Test
    void shouldWriteAndReadAListOfAMillionCards() throws Exception {
        RuleBook book = with(LargeList.set());

        assertThat(RuleBookReader.read(BookJson.toBytes(book)).equals(book)).isTrue();
        assertThat(BookJson.read(BookJson.write(book), RuleBook.class).equals(book))
                .isTrue();
    }

    /** As edits of a short list beside a long one make it: each set has another text, and an object of its own for the long list. */
    private RuleBook edits(int count, int entries) {
        RuleSetText[] texts = new RuleSetText[count];
        for (int i = 0; i < count; i++) {
            texts[i] = new RuleSetText(
                    "set s" + i + "\nrule a decline when tx.amount > 1\n",
                    Map.of("cards.csv", LargeList.content(entries), "short.csv", "54" + i + "\n"));
        }
        return with(texts);
    }

    private static long listObjects(RuleBook book) {
        Set<String> lists = Collections.newSetFromMap(new IdentityHashMap<>());
        book.sets().stream()
                .map(set -> set.text().files().get("cards.csv"))
                .filter(Objects::nonNull)
                .forEach(lists::add);
        return lists.size();
    }

    @Test
    void shouldWriteAListOnceAndHaveItOnceAfterEachReading() throws Exception {
        RuleBook book = edits(6, 100_000);
        int listCharacters = 2_800_000;
        assertThat(listObjects(book)).as("for the test to say something").isEqualTo(6);

        byte[] written = BookJson.toBytes(book);
        assertThat(written.length).isBetween(listCharacters, listCharacters * 11 / 10);
        assertThat(BookJson.writeOnce(book)).hasSize(written.length);

        RuleBook read = RuleBookReader.read(written);
        assertThat(read.equals(book)).isTrue();
        assertThat(listObjects(read)).isEqualTo(1);
        assertThat(listObjects(BookJson.read(BookJson.write(book), RuleBook.class)))
                .as("also of the form that has it in each set")
                .isEqualTo(1);
    }

    /** A plain mapper is what releases before read and write books by. */
    @Test
    void shouldWriteAndReadWhatReleasesBeforeDo() throws Exception {
        ObjectMapper before = new ObjectMapper();
        RuleBook large = edits(6, 100_000);
        RuleBook usual = edits(6, 20_000);

        assertThat(before.readValue(BookJson.write(large), RuleBook.class).equals(large))
                .as("what is sent")
                .isTrue();
        assertThat(before.readValue(BookJson.toBytes(usual), RuleBook.class).equals(usual))
                .as("what is kept, where little comes again")
                .isTrue();
        assertThat(BookJson.read(before.writeValueAsString(large), RuleBook.class)
                        .equals(large))
                .isTrue();
    }

    @Test
    void shouldTakeTheObjectsOfTheBookThatIsThere() throws Exception {
        RuleBook own = edits(2, 1_000);
        RuleBook read = BookJson.read(BookJson.write(own), RuleBook.class).sharing(own);

        assertThat(read.set(3).orElseThrow().text().files().get("cards.csv"))
                .isSameAs(own.set(2).orElseThrow().text().files().get("cards.csv"));
    }

    @Test
    void shouldRefuseAHashOfNoList() throws Exception {
        String written = BookJson.writeOnce(edits(6, 100_000));
        int hash = written.indexOf("sha256") + 9;
        String other = written.substring(0, hash) + "0".repeat(64) + written.substring(hash + 64);

        assertThatThrownBy(() -> BookJson.read(other, RuleBook.class))
                .isInstanceOf(JsonProcessingException.class)
                .hasMessageContaining("no list of that hash");
    }

    @Test
    void shouldTellATextThatIsTooLongFromAnotherMistake() {
        ObjectMapper usual = new ObjectMapper();
        String longName = "{\"hash\":\"" + "x".repeat(20_000_001) + "\"}";

        JsonProcessingException tooLong =
                catchThrowableOfType(JsonProcessingException.class, () -> usual.readValue(longName, RuleState.class));
        JsonProcessingException cut =
                catchThrowableOfType(JsonProcessingException.class, () -> usual.readValue("{", RuleState.class));

        assertThat(BookJson.isTooLong(tooLong)).isTrue();
        assertThat(BookJson.isTooLong(cut)).isFalse();
    }
}
