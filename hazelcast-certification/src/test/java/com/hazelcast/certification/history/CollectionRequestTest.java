package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.START_MS;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.layout.ChunkLayout;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a memory asks for a collection of garbage: shards that are not in place any more take its room. */
class CollectionRequestTest {
    /** Room for a page and its table; counts how often the memory asks for a collection. */
    private static HistoryMemory ofOnePage(AtomicInteger asked) {
        HistoryMemory memory = HistoryMemoryTest.onePage(MemoryKind.HEAP);
        memory.whenDepartedCount(asked::incrementAndGet);
        return memory;
    }

    @Test
    void shouldAskForACollectionWhenItIsFullOfShardsThatAreNotInPlace() {
        AtomicInteger asked = new AtomicInteger();
        HistoryMemory memory = ofOnePage(asked);
        HistoryShard departed = new HistoryShard(memory, 50, 0);
        HistoryShard inPlace = new HistoryShard(memory, 50, 0);
        inPlace.install();
        Entry.of(START_MS, 1, 1).addTo(departed, 1);
        assertThat(asked).as("while there is room").hasValue(0);

        assertThat(inPlace.openNew(0, 1)).as("a page more").isNull();
        assertThat(asked).hasValue(1);
        assertThat(inPlace.openNew(0, 1)).isNull();
        assertThat(asked).as("within five seconds").hasValue(1);
        Reference.reachabilityFence(departed);
    }

    /** Who loads again finds the room that they had. */
    @Test
    void shouldAskForACollectionWhenAShardThatIsToBeLoadedFindsNoRoomBesideThem() {
        AtomicInteger asked = new AtomicInteger();
        HistoryMemory memory = ofOnePage(asked);
        MemoryNeed page = new MemoryNeed(ChunkLayout.PAGE_SIZE_BYTES, 0);
        assertThat(memory.whyDoesNotFit(page)).isEmpty();
        HistoryShard departed = new HistoryShard(memory, 50, 0);
        Entry.of(START_MS, 1, 1).addTo(departed, 1);
        assertThat(asked).hasValue(0);

        assertThat(memory.whyDoesNotFit(page)).isPresent();

        assertThat(asked).hasValue(1);
        Reference.reachabilityFence(departed);
    }

    /** Hazelcast has made a replica anew, and nothing says that the one before has gone. */
    @Test
    void shouldAskForACollectionWhenAReplicaWasReplacedByACopy() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HistoryMemory memory = ofOnePage(asked);
        HistoryShard before = new HistoryShard(memory, 50, 0);
        before.install();
        Entry.of(START_MS, 1, 1).addTo(before, 1);
        HistoryShard copy = Shards.read(Shards.written(before), memory);

        assertThat(copy.openNew(0, 2)).as("a page more").isNull();
        assertThat(asked).hasValue(1);
        Reference.reachabilityFence(before);
    }

    /** Copies that nobody kept, of a delivery that was repeated for example. */
    @Test
    void shouldAskForACollectionBeforeAnythingIsRejectedWhenShardsComeIntoLittleRoom() {
        AtomicInteger asked = new AtomicInteger();
        HistoryMemory memory = new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(8L * ChunkLayout.PAGE_SIZE_BYTES));
        memory.whenDepartedCount(asked::incrementAndGet);
        List<HistoryShard> departed = new ArrayList<>();
        while (asked.get() == 0) {
            HistoryShard shard = new HistoryShard(memory, 50, 0);
            assertThat(shard.openNew(0, 1))
                    .as("shards so far: " + departed.size())
                    .isNotNull();
            Entry.of(START_MS, 1, 1).addTo(shard, 1);
            departed.add(shard);
        }

        assertThat(departed).hasSizeBetween(5, 7);
        Reference.reachabilityFence(departed);
    }

    @Test
    void shouldAskForNoCollectionWhenItIsFullOfShardsThatAreInPlace() {
        AtomicInteger asked = new AtomicInteger();
        HistoryMemory memory = ofOnePage(asked);
        HistoryShard first = new HistoryShard(memory, 50, 0);
        HistoryShard second = new HistoryShard(memory, 50, 0);
        first.keptAt(1);
        second.keptAt(2);
        first.install();
        second.install();
        Entry.of(START_MS, 1, 1).addTo(first, 1);

        assertThat(second.openNew(0, 1)).isNull();
        assertThat(asked).hasValue(0);
        Reference.reachabilityFence(first);
    }
}
