package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a member reports of its side of a split, past or present: whether it has nothing to deliver ({@link
 * com.hazelcast.certification.shard.Deliveries}), whom it waits for, and whom it sees ({@link
 * com.hazelcast.certification.shard.CutOff}).
 */
final class SideReport implements IdentifiedDataSerializable {
    private static final byte FORMAT_VERSION = 2;

    private boolean hasDelivered;
    private List<String> awaited = List.of();
    private Set<String> processes = Set.of();

    /** Keys, which are 0 or greater. Where the cluster has gone on, the complement of the key: for an earlier release that is the key of no shard. */
    private Set<Integer> onDisk = Set.of();

    SideReport() {}

    /**
     * A report.
     *
     * @param awaited addresses of members that may have gone on without those that it sees
     * @param processes of the members that it sees
     * @param onDisk keys of the shards of which it has a copy on disk that is not with their owners yet
     * @param goneOn of these, the ones with which the cluster has gone on: nothing waits for them
     */
    SideReport(
            boolean hasDelivered,
            List<String> awaited,
            Set<String> processes,
            Set<Integer> onDisk,
            Set<Integer> goneOn) {
        this.onDisk = onDisk.stream()
                .map(key -> goneOn.contains(key) ? Integer.valueOf(~key) : key)
                .collect(Collectors.toUnmodifiableSet());
        this.hasDelivered = hasDelivered;
        this.awaited = awaited;
        this.processes = processes;
    }

    boolean hasDelivered() {
        return hasDelivered;
    }

    List<String> awaited() {
        return awaited;
    }

    Set<String> processes() {
        return processes;
    }

    /** Keys of the shards of which it has a copy on disk that is waited for. */
    Set<Integer> onDisk() {
        return onDisk.stream().filter(key -> key >= 0).collect(Collectors.toUnmodifiableSet());
    }

    /** Keys of those of which it has a copy on disk for which nothing waits. */
    Set<Integer> goneOn() {
        return onDisk.stream().filter(key -> key < 0).map(key -> ~key).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.SIDE_REPORT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeBoolean(hasDelivered);
        write(out, awaited);
        write(out, processes);
        out.writeIntArray(onDisk.stream().mapToInt(Integer::intValue).toArray());
    }

    private static void write(ObjectDataOutput out, Collection<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            out.writeString(text);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "SideReport");
        hasDelivered = in.readBoolean();
        awaited = read(in);
        processes = Set.copyOf(read(in));
        int[] keys = Objects.requireNonNull(in.readIntArray());
        onDisk = IntStream.of(keys).boxed().collect(Collectors.toUnmodifiableSet());
    }

    private static List<String> read(ObjectDataInput in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(in.readString());
        }
        return List.copyOf(texts);
    }
}
