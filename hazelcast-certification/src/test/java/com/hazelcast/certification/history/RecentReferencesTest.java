package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RecentReferencesTest {
    private static final long CARD = 17;

    private final RecentReferences references = noReferences();

    private static RecentReferences noReferences() {
        return new RecentReferences(HistoryMemory.unbounded(MemoryKind.HEAP).openAccount(new Object()));
    }

    @Test
    void shouldTakeNothingBeforeTheFirstReference() {
        assertThat(references.sizeBytes()).isZero();
        assertThat(references.isOfAnother(CARD, 1, 2, 3, 4)).isFalse();
    }

    @Test
    void shouldDistinguishAnotherPaymentFromTheSame() {
        references.record(CARD, 1, 2, 3, 4);

        assertThat(references.isOfAnother(CARD, 1, 2, 3, 4)).isFalse();
        assertThat(references.isOfAnother(CARD, 1, 2, 4, 4)).isTrue();
        assertThat(references.isOfAnother(CARD, 2, 2, 4, 4)).isFalse();
        assertThat(references.isOfAnother(CARD + 1, 1, 2, 4, 4)).isFalse();
    }

    @Test
    void shouldAlwaysKnowTheLastAndStayBounded() {
        int count = 5 * RecentReferences.ENTRIES_MAX + 7;
        long mostBytes = 0;
        for (int i = 1; i <= count; i++) {
            references.record(CARD, i, 1, 1, 1);
            mostBytes = Math.max(mostBytes, references.sizeBytes());
        }

        for (int i = count - RecentReferences.ENTRIES_MAX + 1; i <= count; i++) {
            assertThat(references.isOfAnother(CARD, i, 2, 2, 2))
                    .as("reference %d", i)
                    .isTrue();
        }
        assertThat(references.isOfAnother(CARD, 1, 2, 2, 2)).isFalse();
        assertThat(mostBytes).isEqualTo(1 << 20);
    }

    @Test
    void shouldKnowTheSameWhenWrittenAndReadAgain() throws IOException {
        for (int i = 1; i <= RecentReferences.ENTRIES_MAX + 100; i++) {
            references.record(CARD, i, 1, 1, 1);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        references.writeTo(new DataOutputStream(bytes));
        RecentReferences read = noReferences();
        read.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        for (int i = 1; i <= RecentReferences.ENTRIES_MAX + 100; i++) {
            assertThat(read.isOfAnother(CARD, i, 2, 2, 2)).as("reference %d", i).isTrue();
        }
        assertThat(read.sizeBytes()).isEqualTo(references.sizeBytes());
    }

    @Test
    void shouldKnowBothSidesAfterAMerge() {
        RecentReferences other = noReferences();
        references.record(CARD, 1, 1, 1, 1);
        other.record(CARD, 1, 9, 9, 9);
        other.record(CARD, 2, 2, 2, 2);

        references.addAll(other);

        assertThat(references.isOfAnother(CARD, 1, 1, 1, 1)).isFalse();
        assertThat(references.isOfAnother(CARD, 2, 1, 1, 1)).isTrue();
    }
}
