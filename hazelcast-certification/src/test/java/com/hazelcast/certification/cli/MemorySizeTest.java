package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cli.options.MemorySize;
import com.hazelcast.certification.history.MemoryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {
    private static final long NETWORK_BYTES = 256 << 20;

    @ParameterizedTest
    @CsvSource({"1k, 1024", "512m, 536870912", "512M, 536870912", "4g, 4294967296", "0g, 0"})
    void shouldReadASize(String text, long bytes) {
        assertThat(MemorySize.parse("heap", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "lots", "4gb", "-1g", "1.5g", "1234567890k"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertThatThrownBy(() -> MemorySize.parse("heap", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("heap=" + text);
    }

    /** This JVM was given no size of direct memory, which then is the heap's. */
    @Test
    void shouldLeaveRoomForTheBuffersOfConnectionsInDirectMemory() {
        long heapBytes = Runtime.getRuntime().maxMemory();

        assertThat(MemorySize.ofThisJvm(MemoryKind.HEAP)).isEqualTo(heapBytes);
        assertThat(MemorySize.ofThisJvm(MemoryKind.NATIVE)).isEqualTo(heapBytes - NETWORK_BYTES);
    }
}
