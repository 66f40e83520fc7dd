package com.hazelcast.certification.metrics;

import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.storage.ShardStorage.StorageFigures;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The metrics of {@link FraudMetrics} that are read from elsewhere when someone scrapes, and cost nothing before: gate, lanes,
 * memory, shards, load and state. Thread-safe.
 */
final class MemberGauges {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final PrometheusRegistry registry;
    private volatile Optional<Supplier<VerdictFigures>> observedVerdicts = Optional.empty();

    MemberGauges(PrometheusRegistry registry) {
        this.registry = registry;
    }

    void observe(InFlightGate gate, Router router) {
        gauge(
                "fraud_transactions_in_flight_limit",
                "Bound on the transactions in flight of this member, those that wait for shards without answers"
                        + " included",
                gate::inFlightMax);
        gauge(
                "fraud_transactions_in_flight_limit_now",
                "Transactions in flight of this member below which another read or batch enters now: it follows the"
                        + " throughput",
                gate::currentLimit);
        counter(
                "fraud_reader_stalls",
                "Times that a reader had to wait because too much was in flight",
                gate::stallCount);
        counter(
                "fraud_reader_stall_seconds",
                "Time that readers have waited because too much was in flight",
                () -> gate.stallNs() / NS_PER_SECOND);
        gauge(
                "fraud_transactions_set_aside",
                "Transactions in flight whose shards have given no answers for two seconds",
                gate::held);
        gauge(
                "fraud_shards_without_answers",
                "Shards that have given this member no answers for two seconds",
                router::heldLanes);
        gauge("fraud_readers_stalled", "Readers that wait now because too much is in flight", gate::stalledReaders);
        gauge(
                "fraud_lane_transactions",
                "Transactions of this member that wait in lanes for the batch before them",
                () -> router.laneDepth().total());
        gauge(
                "fraud_lane_transactions_deepest",
                "Transactions that wait in the deepest lane of this member",
                () -> router.laneDepth().deepest());
        gauge(
                "fraud_oldest_in_flight_seconds",
                "How long the oldest transaction in flight of this member has waited for its answer; 0: none is in"
                        + " flight",
                () -> router.oldestInFlightNs() / NS_PER_SECOND);
        gauge("fraud_calls_in_flight", "Batches of this member that are being scored", router::callCount);
    }

    void observe(Supplier<Vitals> vitals) {
        gauge(
                "fraud_shards_held",
                "Shards whose answers this member holds back until their copies are complete",
                () -> vitals.get().shardsHeld());
        gauge(
                "fraud_sources_configured",
                "Sources that this member is to read",
                () -> vitals.get().sourcesConfigured());
        gauge(
                "fraud_sources_connected",
                "Sources that this member reads and to which it has a connection now; 0 while it is not started",
                () -> vitals.get().sources().stream()
                        .filter(source -> source.connected() > 0)
                        .count());
    }

    void observeConditions(Supplier<Map<String, Boolean>> conditions) {
        GaugeWithCallback.builder()
                .name("fraud_condition")
                .help("1 for each condition that this member sees now, 0 for the others; the console shows the same")
                .labelNames("condition")
                .callback(callback ->
                        conditions.get().forEach((condition, holds) -> callback.call(holds ? 1 : 0, condition)))
                .register(registry);
    }

    void observeMembers(Supplier<Number> members, Supplier<Number> silent) {
        gauge("fraud_members", "Members in the cluster as this one sees it, itself included", members);
        gauge("fraud_members_silent", "Of these, the ones that have not answered this one for three seconds", silent);
    }

    void observeStorage(Supplier<StorageFigures> storage) {
        gauge(
                "fraud_storage_log_bytes",
                "Bytes of the log in this member's data folder",
                () -> storage.get().logBytes());
        gauge(
                "fraud_storage_snapshot_bytes",
                "Bytes of the snapshots of shards in this member's data folder",
                () -> storage.get().snapshotBytes());
        counter(
                "fraud_storage_log_written_bytes",
                "Bytes that this member has written to its log",
                () -> storage.get().writtenBytes());
        counter(
                "fraud_storage_syncs",
                "Times that this member has brought its log to the disk",
                () -> storage.get().syncs());
        counter(
                "fraud_storage_snapshots",
                "Snapshots of shards that this member has taken",
                () -> storage.get().snapshots());
        gauge(
                "fraud_storage_shards_pending",
                "Copies of shards on this member that its disk does not have yet; answers of their shards wait",
                () -> storage.get().pending());
        gauge(
                "fraud_storage_shards_unread",
                "Copies of shards that were read from this member's disk and are not with their owners yet",
                () -> storage.get().unread());
        gauge(
                "fraud_storage_shards_broken",
                "Copies of shards on this member's disk that could not be read at its start; the log names their files",
                () -> storage.get().broken());
        gauge(
                "fraud_storage_stalled",
                "1 while this member's log cannot be written, as on a full disk: answers wait",
                () -> storage.get().stalled().isEmpty() ? 0 : 1);
    }

    Optional<VerdictFigures> verdicts() {
        return observedVerdicts.map(Supplier::get);
    }

    void observeVerdicts(Supplier<VerdictFigures> verdicts) {
        observedVerdicts = Optional.of(verdicts);
        counter(
                "fraud_kafka_verdicts_sent",
                "Verdicts of this member that the brokers have acknowledged in the topic of kafka-verdicts",
                () -> verdicts.get().sent());
        counter(
                "fraud_kafka_verdicts_copies_sent",
                "Verdicts of other members that were sent from here, because these may not have sent them",
                () -> verdicts.get().copiesSent());
        counter(
                "fraud_kafka_verdicts_lost",
                "Verdicts of this member that were deleted from the log before they could be sent",
                () -> verdicts.get().lost());
        gauge(
                "fraud_kafka_verdicts_waiting_bytes",
                "Bytes of the log whose verdicts are not sent yet",
                () -> verdicts.get().waitingBytes());
        gauge(
                "fraud_kafka_verdicts_waiting_seconds",
                "Age of the oldest verdict that the brokers have not acknowledged; 0: none is on its way",
                () -> verdicts.get().waitingMs() / MS_PER_SECOND);
    }

    void observeCopies(Supplier<CopyFigures> copies) {
        gauge(
                "fraud_degraded",
                "1 while this member answers with fewer copies than configured, because no member is left that could"
                        + " hold them",
                () -> copies.get().isDegraded() ? 1 : 0);
    }

    void observeCertificates(Supplier<Map<String, Double>> daysLeft) {
        GaugeWithCallback.builder()
                .name("fraud_certificate_days_left")
                .help(
                        "Days until the certificate ends that a port of this member shows, or one of its chain; below 0: it has ended")
                .labelNames("port")
                .callback(callback -> daysLeft.get().forEach((port, days) -> callback.call(days, port)))
                .register(registry);
    }

    void observeLog(Supplier<Map<String, Long>> leftOut) {
        CounterWithCallback.builder()
                .name("fraud_log_lines_left_out")
                .help("Lines of this member's log that were left out because there were too many of one kind, by event;"
                        + " other and library have no name")
                .labelNames("event")
                .callback(callback -> leftOut.get().forEach((event, count) -> callback.call(count, event)))
                .register(registry);
    }

    void observeGateway(Supplier<Number> connectionCount, Supplier<Number> handshakesWaiting) {
        gauge("fraud_gateway_connections", "Connections to this member's gateway", connectionCount);
        gauge(
                "fraud_gateway_handshakes_waiting",
                "Connections to this member's gateway whose handshake of TLS waits for others",
                handshakesWaiting);
    }

    void observe(HistoryMemory memory) {
        memory(
                "fraud_history_memory_used_bytes",
                "Bytes of histories held by this member, owned shards and backups, by kind of memory: pages, and"
                        + " tables, which are on the heap",
                memory,
                memory::usedBytes,
                memory::tablesUsedBytes);
        memory(
                "fraud_history_memory_limit_bytes",
                "Bound on the bytes of histories held by this member, by kind of memory",
                memory,
                memory::limitBytes,
                memory::tablesLimitBytes);
        counter(
                "fraud_history_allocations_failed",
                "Pages of histories for which there was no memory though the bound allowed them",
                memory::failedAllocations);
    }

    private void memory(
            String name, String help, HistoryMemory memory, Supplier<Number> bytes, Supplier<Number> tableBytes) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("memory")
                .callback(callback -> {
                    callback.call(bytes.get().doubleValue(), memory.kind().label());
                    if (memory.kind() != MemoryKind.HEAP) {
                        callback.call(tableBytes.get().doubleValue(), MemoryKind.HEAP.label());
                    }
                })
                .register(registry);
    }

    private void labelled(String name, String help, HistoryMemory memory, Supplier<Number> bytes) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("memory")
                .callback(callback ->
                        callback.call(bytes.get().doubleValue(), memory.kind().label()))
                .register(registry);
    }

    void observe(HistoryMemory memory, Supplier<ShardFigures> shards) {
        gauge(
                "fraud_cards",
                "Cards in the shards that this member owns",
                () -> shards.get().sum().cards());
        gauge(
                "fraud_transactions_held",
                "Transactions in the histories of the shards that this member owns",
                () -> shards.get().sum().held());
        labelled(
                "fraud_history_bytes",
                "Bytes of the shards that this member owns, tables and pages, by kind of memory",
                memory,
                () -> shards.get().sum().sizeBytes());
        GaugeWithCallback.builder()
                .name("fraud_history_dropped")
                .help("Transactions that the shards owned by this member have dropped since they were loaded, by"
                        + " reason")
                .labelNames("reason")
                .callback(callback -> {
                    ShardFigures figures = shards.get();
                    callback.call(figures.sum().expired(), "expired");
                    callback.call(figures.sum().droppedByBound(), "bound");
                    callback.call(figures.sum().droppedByMemory(), "memory");
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("fraud_shards")
                .help("Shards on this member: owned, of these loaded, and backups of other members' shards")
                .labelNames("role")
                .callback(callback -> {
                    ShardFigures figures = shards.get();
                    callback.call(figures.owned(), "owned");
                    callback.call(figures.loaded(), "loaded");
                    callback.call(figures.backups(), "backup");
                })
                .register(registry);
        gauge(
                "fraud_shard_backups_required",
                "Backups that the loaded shards of this member should have on other members",
                () -> shards.get().backupsRequired());
        counter(
                "fraud_map_calls",
                "Calls that the shards owned by this member have answered: batches and surveys, not transactions",
                () -> shards.get().mapCalls());
    }

    <S extends Enum<S>> void observe(Supplier<LoadProgress> load, Supplier<S> state, Set<S> states) {
        gauge(
                "fraud_load_shards",
                "Shards that the load driven by this member is to put in place",
                () -> load.get().shardCount());
        gauge(
                "fraud_load_shards_done",
                "Shards that the load driven by this member has put in place",
                () -> load.get().shardsLoaded());
        gauge(
                "fraud_load_seconds",
                "Time since the load driven by this member began, or that it took",
                () -> load.get().elapsedMs() / 1e3);
        GaugeWithCallback.builder()
                .name("fraud_member_state")
                .help("1 for the state that this member is in, 0 for the others")
                .labelNames("state")
                .callback(callback -> {
                    S now = state.get();
                    for (S one : states) {
                        callback.call(one == now ? 1 : 0, one.name().toLowerCase(Locale.ROOT));
                    }
                })
                .register(registry);
    }

    private void gauge(String name, String help, Supplier<Number> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.get().doubleValue()))
                .register(registry);
    }

    private void counter(String name, String help, Supplier<Number> value) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.get().doubleValue()))
                .register(registry);
    }
}
