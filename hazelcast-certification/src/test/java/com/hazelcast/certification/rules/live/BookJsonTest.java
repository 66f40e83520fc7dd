package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.RecordedSet.Rest;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void shouldTellATextThatIsTooLongFromAnotherMistake() {
        ObjectMapper usual = new ObjectMapper();
        String longName = "{\"hash\":\"" + "x".repeat(20_000_001) + "\"}";

        JsonProcessingException tooLong = catchThrowableOfType(
                JsonProcessingException.class, () -> usual.readValue(longName, RuleState.class));
        JsonProcessingException cut =
                catchThrowableOfType(JsonProcessingException.class, () -> usual.readValue("{", RuleState.class));

        assertThat(BookJson.isTooLong(tooLong)).isTrue();
        assertThat(BookJson.isTooLong(cut)).isFalse();
    }
}
