package com.hazelcast.certification.cluster;

import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** What control calls have a member do. Called on threads of Hazelcast's executor, several at once. */
public interface ControlledMember {
    /** Lets the loader load what the specification says, from now on. */
    void arm(LoadSpec spec);

    /**
     * Lets the loader load nothing more.
     *
     * @param sentImport the import whose histories are removed if they were sent; empty: none
     */
    void disarm(OptionalLong sentImport);

    /**
     * Takes a part of histories that a controller sends.
     *
     * @param part see {@link com.hazelcast.certification.sending.SendCall}
     * @return of the first part, what need not be sent
     * @throws IllegalStateException when there is no room, they cannot be written, or one begins while a restore is under way; says what to do
     */
    String receive(String part);

    /**
     * Begins to load the cluster from this member, in the background; without a specification, what the member is configured for.
     *
     * @throws IllegalStateException when a restore is under way or has not ended; says what to do
     */
    void load(Optional<LoadSpec> spec);

    /** The load that this member drives, or has driven. */
    LoadState loadState();

    /** Starts the readers and the gateway, now or as soon as every shard is loaded. */
    void start(StartWhen when);

    /**
     * Stops the readers and the gateway; returns when what they had read is answered, or after some time.
     *
     * @param restore {@link ClusterBackup#RESTORE_BEGINS}; {@link ClusterBackup#RESTORE_ASKED}, {@link ClusterBackup#RESTORE_KEPT} or {@link
     *     ClusterBackup#RESTORE_ENDED}, which stop nothing; or nothing
     * @throws IllegalStateException when no backup can be brought back while this member has what it has; says what to do
     * @throws com.hazelcast.certification.storage.files.StorageException when its disk does not get what was brought back; says what to do
     */
    StopReport stop(String restore) throws InterruptedException;

    /** Forgets the latencies recorded so far. */
    void resetLatency();

    /** The times to answers since the start, or since {@link #resetLatency}, in a copy. */
    Histogram answerTimes();

    /** What the member says of itself. */
    MemberStatus status();

    /**
     * Answers what a member's console asks.
     *
     * @return JSON; empty when there is nothing to report
     * @throws InterruptedException when interrupted meanwhile
     */
    String answerConsole(String question) throws InterruptedException;

    /**
     * Goes on with that many members and as many copies as they can hold.
     *
     * @throws IllegalArgumentException when there are not so many, or so few score nothing
     */
    void expect(int members);

    /** Reads partitions of Kafka on from another place. */
    KafkaSeek.Result seekKafka(KafkaSeek seek) throws InterruptedException;

    /** Goes on reading Kafka although too many records were dead letters. */
    void goOnWithKafka();

    /**
     * Labels transactions of the cluster; waits until every copy has the labels, or for some time.
     *
     * @return a result a request, in their order
     */
    List<LabelResult> addLabels(List<LabelRequest> requests);

    /**
     * Forgets a card; waits until every copy has, and each member in its list of flagged transactions, or for some time.
     *
     * @param code of its number
     * @return how many transactions were held of it; -1: it was not held
     * @throws IllegalStateException when not every copy or member has forgotten it; says what to do
     */
    int forgetCard(long code) throws InterruptedException;

    /**
     * Forgets a card in this member's list of flagged transactions, which may have it although the shard is another member's by now, and in
     * what is left here of that shard, on disk too. Called when every copy has forgotten it.
     */
    void forgetFlagged(long code);

    /**
     * What the folder of a backup has, as this member sees it.
     *
     * @throws IllegalStateException when it cannot be read; says what to do
     */
    BackupParts.Present presentBackup(Path folder);

    /**
     * Writes the shards that this member has on disk, or else in memory, into a folder of its own in that one, beside its part of the
     * committed backup, and has the configured command send it on.
     *
     * @param takenAtMs of the whole backup
     * @throws IllegalStateException when it cannot write, or the command fails; says what to do
     */
    Backup.Report prepareBackup(Path folder, long takenAtMs) throws InterruptedException;

    /**
     * Makes what was prepared in this member's folder its part of the committed backup, and removes what was before it, there and where the
     * configured command sends it.
     *
     * @param members names of the folders of all members
     * @return the end of the command's output
     * @throws IllegalStateException when it is not there, cannot be written, or the command fails; says what to do
     */
    String commitBackup(Path memberFolder, long takenAtMs, List<String> members) throws InterruptedException;

    /**
     * As {@link #commitBackup}, of all parts in the folder of a committed backup of which that was begun and not ended.
     *
     * @throws IllegalStateException when one cannot be written, or the command fails; says what to do
     */
    void finishBackup(Path folder, long takenAtMs, List<String> members) throws InterruptedException;

    /**
     * Has the configured command bring a backup into that folder.
     *
     * @return the end of the command's output
     * @throws IllegalStateException when there is none, or it fails; says what to do
     */
    String fetchBackup(Path folder) throws InterruptedException;

    /**
     * The newest book of rules of a backup, read with this member's key; empty in one of an older release.
     *
     * @throws IOException when it cannot be read
     * @throws IllegalStateException when it is encrypted by another key; says what to do
     */
    Optional<RuleBook> rulesOf(Path backup) throws IOException;

    /**
     * Brings the shards of a member's folder in a backup to their owners.
     *
     * @throws IllegalStateException when it cannot be read; says what to do
     */
    ShardRestore.Report restore(Path memberFolder) throws InterruptedException;
}
