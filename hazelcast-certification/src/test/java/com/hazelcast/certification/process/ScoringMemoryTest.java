package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.MemoryKind;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoringMemoryTest {
    private static final long MIB = 1 << 20;

    private static ScoringMemory memory(MemoryKind kind, long heapMib, long nativeMib, long machineMib) {
        return ScoringMemory.of(
                kind,
                heapMib * MIB,
                nativeMib == 0 ? OptionalLong.empty() : OptionalLong.of(nativeMib * MIB),
                machineMib * MIB);
    }

    @ParameterizedTest(name = "{0}: heap {1}, native {2} of {3}: {4}")
    @CsvSource({
        "HEAP, 64, 0, 4096, 0",
        "HEAP, 4096, 0, 4096, 0",
        "NATIVE, 2048, 64, 4096, 64",
        "NATIVE, 2048, 2048, 4096, 2048",
        "NATIVE, 2048, 0, 10240, 6144",
    })
    void shouldGiveHistoriesTheirSizeOrThreeQuartersOfWhatTheHeapLeaves(
            MemoryKind kind, long heapMib, long nativeMib, long machineMib, long expectedMib) {
        ScoringMemory memory = memory(kind, heapMib, nativeMib, machineMib);

        assertThat(memory.heapBytes()).isEqualTo(heapMib * MIB);
        assertThat(memory.nativeBytes()).isEqualTo(expectedMib * MIB);
    }

    @ParameterizedTest(name = "{0}: heap {1}, native {2} of {3}")
    @CsvSource({
        "HEAP, 63, 0, 4096, heap must be 64m or more: heap=64512k",
        "HEAP, 4097, 0, 4096, choose less: heap=4097m",
        "HEAP, 1024, 64, 4096, leave native-size out",
        "NATIVE, 1024, 63, 4096, native-size must be 64m or more",
        "NATIVE, 2048, 2049, 4096, choose less: heap=2048m native-size=2049m",
        "NATIVE, 4032, 0, 4096, the heap leaves no room",
    })
    void shouldRefuseWhatIsTooSmallOrDoesNotFit(
            MemoryKind kind, long heapMib, long nativeMib, long machineMib, String sentence) {
        assertThatThrownBy(() -> memory(kind, heapMib, nativeMib, machineMib))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldNotCountTheBuffersOfConnectionsAsRoomForHistories() {
        ScoringMemory memory = memory(MemoryKind.NATIVE, 1024, 1024, 4096);

        assertThat(memory.directBytes()).isEqualTo(1280 * MIB);
        assertThat(ScoringMemory.historiesOf(memory.directBytes())).isEqualTo(1024 * MIB);
    }
}
