package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.protocol.RecordFormat;
import org.junit.jupiter.api.Test;

class ReferenceTest {
    private static final Transaction PAYMENT = new Transaction("4000220000112333", 1, 1, 0, 1, 1, 1, 1, 1);

    /** {@code printf abc | sha256sum}: ba7816bf 8f01cfea ... */
    @Test
    void shouldBeTheFirst64BitsOfSha256() {
        assertThat(Reference.hash("abc")).isEqualTo(0xba7816bf8f01cfeaL);
        assertThat(Reference.hash("")).isEqualTo(Reference.NONE);
    }

    @Test
    void shouldTake64BytesAndNoMore() {
        assertThat(Reference.hash("x".repeat(64))).isNotEqualTo(Reference.NONE);
        assertThatThrownBy(() -> PAYMENT.withReference("\u00e9".repeat(33)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sizeBytes=66");
    }

    @Test
    void shouldStandBehindTheRecord() {
        for (RecordFormat format :
                new RecordFormat[] {RecordFormat.TEXT_WITH_REFERENCE, RecordFormat.COMPACT_WITH_REFERENCE}) {
            byte[] record = PAYMENT.withReference("abc").record(format);

            assertThat(record).hasSize(format.recordSizeBytes());
            assertThat(format.reference(record, 0)).isEqualTo(0xba7816bf8f01cfeaL);
        }
    }

    @Test
    void shouldNotGetLostWithAFormatThatHasNone() {
        assertThatThrownBy(() -> PAYMENT.withReference("abc").record(RecordFormat.COMPACT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("format=COMPACT");
    }
}
