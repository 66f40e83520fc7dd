package com.hazelcast.certification.rules.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LongTableTest {
    @Property(tries = 200)
    void shouldHoldWhatWasAddedAndNothingElse(@ForAll long seed) {
        Random random = new Random(seed);
        int range = 1 << random.nextInt(20);
        Map<Long, Long> expected = new HashMap<>();
        LongTable.Builder builder = new LongTable.Builder(-1);
        for (int i = random.nextInt(2_000); i > 0; i--) {
            long key = random.nextInt(range) - range / 2;
            assertThat(builder.add(key, i)).isEqualTo(expected.putIfAbsent(key, (long) i) == null);
        }
        LongTable table = builder.build();
        assertThat(table.count()).isEqualTo(expected.size());
        for (long key = -50; key < 50; key++) {
            assertThat(table.get(key)).isEqualTo(expected.getOrDefault(key, -1L));
        }
        expected.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    }

    @Test
    void shouldHoldNothingWhenNothingWasAdded() {
        assertThat(new LongTable.Builder(7).build().get(0)).isEqualTo(7);
    }
}
