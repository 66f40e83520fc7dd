package com.hazelcast.certification.member;

import com.hazelcast.certification.backup.BackupCommands;
import com.hazelcast.certification.backup.BackupSource;
import com.hazelcast.certification.backup.SentBackups;
import com.hazelcast.certification.cluster.ClusterBackup;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ControlledMember;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.cluster.StartWhen;
import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.kafka.group.MemberKafka;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.sending.SendCall;
import com.hazelcast.certification.sending.SentHistories;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.transaction.Pan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/** Has a member do what control calls ask for. Thread-safe. */
final class FraudMemberControl implements ControlledMember {
    /** Less than a control call waits, so that what is confirmed by then is reported. */
    private static final Duration CONFIRMED_WITHIN = Duration.ofSeconds(30);

    private final FraudMember member;
    private final Optional<MemberKafka> kafka;
    private final SentBackups backups;
    private final ShardRestore restore;
    private final BackupCommands commands;
    private final SentHistories sent;

    FraudMemberControl(
            FraudMember member,
            Optional<MemberKafka> kafka,
            BackupSource backups,
            ShardRestore restore,
            BackupCommands commands,
            SentHistories sent) {
        this.member = member;
        this.kafka = kafka;
        this.backups = new SentBackups(backups, commands);
        this.restore = restore;
        this.commands = commands;
        this.sent = sent;
    }

    @Override
    public void arm(LoadSpec spec) {
        OptionalLong sentImport = spec.sentImport();
        member.arm(spec, sentImport.isPresent() ? sent.folder(sentImport.getAsLong()) : Path.of(spec.folder()));
    }

    @Override
    public void disarm(OptionalLong sentImport) {
        member.disarm();
        sentImport.ifPresent(sent::loadEnded);
    }

    @Override
    public String receive(String part) {
        if (SendCall.isBegin(part)) {
            // It is for a load, which would be rejected, and what was sent would stay.
            member.load().requireNoRestore();
        }
        return sent.take(part);
    }

    @Override
    public void load(Optional<LoadSpec> spec) {
        // At once, so that whoever asks gets it as the answer.
        member.load().requireNoRestore();
        CompletableFuture<Void> unused = member.load().begin(spec);
    }

    @Override
    public LoadState loadState() {
        return member.loadState();
    }

    @Override
    public void start(StartWhen when) {
        // Whoever requests it goes on with what a restore that did not end has left.
        member.restoring().end();
        member.start(when);
    }

    @Override
    public StopReport stop(String restore) throws InterruptedException {
        switch (restore) {
            case ClusterBackup.RESTORE_ASKED -> {
                requireNothingToBring();
                return member.notStopped();
            }
            case ClusterBackup.RESTORE_KEPT -> {
                awaitOnDisk();
                return member.notStopped();
            }
            case ClusterBackup.RESTORE_ENDED -> {
                // Its begin has stopped it: what scores now, a person has started.
                member.restoring().end();
                return member.notStopped();
            }
            case ClusterBackup.RESTORE_BEGINS -> {
                member.restoring().begin();
                return member.stopScoring();
            }
            default -> {
                return member.stopScoring();
            }
        }
    }

    private void awaitOnDisk() throws InterruptedException {
        Optional<ShardStorage> storage = member.shards().storage();
        if (storage.isPresent()) {
            storage.get().awaitPending();
        }
    }

    private void requireNothingToBring() {
        int shards = member.shards()
                .storage()
                .map(ShardStorage::recoveredKeys)
                .map(List::size)
                .orElse(0);
        if (shards > 0) {
            throw new IllegalStateException(
                    "this member has shards in its data folder that are not in place yet, and a backup would be mixed with them. To restore, stop all"
                            + " members, and start them with empty data folders; to keep what is there, start all of them: shards="
                            + shards);
        }
    }

    @Override
    public void resetLatency() {
        member.metrics().latency().reset();
    }

    @Override
    public Histogram answerTimes() {
        return member.metrics().latency().sinceStartHistogram();
    }

    @Override
    public MemberStatus status() {
        return member.status();
    }

    @Override
    public String answerConsole(String question) throws InterruptedException {
        return member.answerConsole(question);
    }

    @Override
    public void expect(int members) {
        member.expectMembers(members);
    }

    @Override
    public KafkaSeek.Result seekKafka(KafkaSeek seek) throws InterruptedException {
        try {
            return kafka.isPresent() ? kafka.get().seek(seek) : KafkaSeek.Result.NONE;
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "a reader of Kafka did not seek in time; its partitions may be changing hands: try again", e);
        }
    }

    @Override
    public void goOnWithKafka() {
        kafka.ifPresent(MemberKafka::goOn);
    }

    @Override
    public List<LabelResult> addLabels(List<LabelRequest> requests) {
        return List.of(member.labels().add(requests, CONFIRMED_WITHIN).join());
    }

    @Override
    public int forgetCard(long code) throws InterruptedException {
        int held = member.removal().forget(code, CONFIRMED_WITHIN);
        // After that: whoever has handed the shard over flags nothing of it any more. The own list here: this is a
        // thread of control
        // calls, and a call to itself would wait for another.
        forgetFlagged(code);
        try (ClusterControl all = ClusterControl.lent(member.hazelcast())) {
            all.forgetFlagged(code);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "every copy has forgotten the card, and a member's lists or kept answers may still have it; run it again: card="
                            + Pan.masked(code) + ": " + e.getMessage(),
                    e);
        }
        return held;
    }

    @Override
    public void forgetFlagged(long code) {
        member.removal().forgetFlagged(code);
    }

    @Override
    public BackupParts.Present presentBackup(Path folder) {
        BackupCommands.requireAbsolute(folder);
        try {
            return BackupParts.Present.in(folder);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the folder of the backup cannot be read; check that this member's user may: folder=" + folder
                            + ": " + e,
                    e);
        }
    }

    @Override
    public Backup.Report prepareBackup(Path folder, long takenAtMs) throws InterruptedException {
        BackupCommands.requireAbsolute(folder);
        return backups.prepare(folder, takenAtMs);
    }

    @Override
    public String commitBackup(Path memberFolder, long takenAtMs, List<String> members) throws InterruptedException {
        BackupCommands.requireAbsolute(memberFolder);
        return backups.commit(memberFolder, takenAtMs, members);
    }

    @Override
    public void finishBackup(Path folder, long takenAtMs, List<String> members) throws InterruptedException {
        BackupCommands.requireAbsolute(folder);
        backups.finish(folder, takenAtMs, members);
    }

    @Override
    public String fetchBackup(Path folder) throws InterruptedException {
        BackupCommands.requireAbsolute(folder);
        return commands.fetch(folder);
    }

    @Override
    public Optional<RuleBook> rulesOf(Path backup) throws IOException {
        return restore.rules(backup);
    }

    @Override
    public ShardRestore.Report restore(Path memberFolder) throws InterruptedException {
        member.life().require();
        ShardRestore.Report report = restore.restore(memberFolder);
        if (report.shards() > 0) {
            member.load().hasHistories();
        }
        return report;
    }
}
