package com.hazelcast.certification.metrics;

import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import com.hazelcast.certification.labelling.LabelMeter;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.removing.SweepMeter;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.RoutingMeter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.scoring.ScoringMeter;
import com.hazelcast.certification.source.ReaderMeter;
import com.hazelcast.certification.storage.ShardStorage.StorageFigures;
import com.hazelcast.certification.transaction.Rejection;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Every metric of a member.
 *
 * <p><b>The accounting</b> ({@code fraud_transactions_received_total}, {@code _scored_total}, {@code _duplicate_total}, {@code
 * _rejected_total}, {@code fraud_transactions_in_flight}) belong to the member that read a transaction and are written from
 * the answers it got, so that they hold for each member by itself, whoever else dies. A scrape sees one moment of them, and
 * {@code fraud_transactions_unaccounted} is 0 in each. <b>Times</b> of transactions, from when they were in the
 * socket and not from when they were read (see {@code source.ArrivalClock} and docs/reference/metrics.md): {@code fraud_lane_seconds} until the
 * batch is submitted, {@code fraud_transaction_seconds} until the verdict. <b>The work</b> ({@code fraud_batches_total},
 * {@code fraud_batch_transactions}, {@code fraud_scoring_seconds}, {@code fraud_verdicts_total}) belongs to the owner of the
 * shard and is never counted on a backup, which has {@code fraud_backup_seconds} (see {@code ShardWork}). What a rule costs is {@code
 * fraud_rule_sampled_seconds_total / fraud_rule_samples_total}, each rule tried alone. What is read only when someone scrapes
 * is in {@code MemberGauges}; the JVM's figures are the library's own.
 *
 * <p>Thread-safe; a call costs some tens of nanoseconds and is made once a batch or read, not once a transaction.
 */
public final class FraudMetrics implements ScoringMeter, RoutingMeter, ReaderMeter {
    private static final double NS_PER_SECOND = 1e9;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final MemberGauges gauges = new MemberGauges(registry);
    private final ShardWork work = new ShardWork(registry);
    private final RuleMetrics rules;
    private final ShadowMetrics shadows;
    private final TransactionAccounting accounting = new TransactionAccounting();
    private final LastMinute lastMinute = new LastMinute();
    private final AnswerLatency latency = new AnswerLatency(
            "fraud_transaction_seconds",
            "Time from a transaction's arrival in the socket, before it was read, to its verdict, backups included");
    private final AnswerLatency laneTimes = new AnswerLatency(
            "fraud_lane_seconds",
            "Time from a transaction's arrival in the socket to submitting its batch: pacing, waiting for the gate,"
                    + " grouping, and waiting in its lane");

    private final Counter batchFailures = Counter.builder()
            .name("fraud_batch_failures_total")
            .help("Calls of this member's lanes that failed and were submitted again")
            .register(registry);
    private final Counter batchesHalved = Counter.builder()
            .name("fraud_batches_halved_total")
            .help("Times that a lane of this member has halved a batch to find the transactions that cannot be scored")
            .register(registry);
    private final Counter batchesHeld = Counter.builder()
            .name("fraud_batches_held_total")
            .help("Batches of this member's lanes that were scored and held back until all copies were seen")
            .register(registry);
    private final Histogram batchSeconds = Histogram.builder()
            .classicOnly()
            .name("fraud_batch_seconds")
            .help("Time from submitting a batch to its answer, backups included")
            .classicExponentialUpperBounds(50e-6, 2, 18)
            .register(registry);
    private final Counter connects = Counter.builder()
            .name("fraud_source_connects_total")
            .help("Connections that this member has made to its sources")
            .register(registry);
    private final Counter reconnects = Counter.builder()
            .name("fraud_source_reconnects_total")
            .help("Times that this member has lost a source, or not found it, and tried again")
            .register(registry);
    private final GatewayMetrics gateway = new GatewayMetrics(registry);
    private final LabelMetrics labels = new LabelMetrics(registry);
    private final SweepMetrics sweeps = new SweepMetrics(registry);
    private volatile @Nullable ApiMetrics api;
    private volatile @Nullable KafkaMetrics kafka;
    private volatile String lastFailure = "";

    /** Metrics without figures yet; the clock says when a rule last held. */
    public FraudMetrics(Clock clock) {
        rules = new RuleMetrics(registry, clock);
        shadows = new ShadowMetrics(registry);
        registry.register(accounting);
        registry.register(latency.collector());
        registry.register(laneTimes.collector());
        GaugeWithCallback.builder()
                .name("fraud_answer_seconds")
                .help("Time from a transaction's arrival in the socket to its answer in the last ten seconds, by"
                        + " quantile")
                .labelNames("quantile")
                .callback(callback -> {
                    AnswerLatency.Quantiles quantiles = latency.recent();
                    callback.call(quantiles.p50Ns() / NS_PER_SECOND, "0.5");
                    callback.call(quantiles.p99Ns() / NS_PER_SECOND, "0.99");
                    callback.call(quantiles.p999Ns() / NS_PER_SECOND, "0.999");
                    callback.call(quantiles.maxNs() / NS_PER_SECOND, "1");
                })
                .register(registry);
        BuildVersion build = BuildVersion.read();
        Info.builder()
                .name("fraud_build_info")
                .help("Version and commit of the program; always 1")
                .labelNames("version", "commit")
                .register(registry)
                .setLabelValues(build.version(), build.commit());
        JvmMetrics.builder().register(registry);
    }

    /** Adds what can be read at any time: gate and lanes. */
    public void observe(InFlightGate gate, Router router) {
        gauges.observe(gate, router);
    }

    /** Adds what can be read at any time: the memory, and the shards of this member. */
    public void observe(HistoryMemory memory, Supplier<ShardFigures> shards) {
        gauges.observe(memory);
        gauges.observe(memory, shards);
    }

    /** Adds what can be read at any time: the load that this member drives, and its state, one of these. */
    public <S extends Enum<S>> void observe(Supplier<LoadProgress> load, Supplier<S> state, Set<S> states) {
        gauges.observe(load, state, states);
    }

    /** Adds what keeps the member's answers flowing: held shards, and sources. */
    public void observe(Supplier<Vitals> vitals) {
        gauges.observe(vitals);
    }

    /** Adds what is wrong as this member sees it: 1 or 0 by name of a condition. */
    public void observeConditions(Supplier<Map<String, Boolean>> conditions) {
        gauges.observeConditions(conditions);
    }

    /** Adds the members of the cluster as this one sees it, and those of them that do not answer. */
    public void observeMembers(Supplier<Number> members, Supplier<Number> silent) {
        gauges.observeMembers(members, silent);
    }

    /** Adds what strict answers wait for. */
    public void observeCopies(Supplier<CopyFigures> copies) {
        gauges.observeCopies(copies);
    }

    /** Adds what this member has on disk, where it keeps something. */
    public void observeStorage(Supplier<StorageFigures> storage) {
        gauges.observeStorage(storage);
    }

    /** Adds what the sender of verdicts does, where there is one. */
    public void observeVerdicts(Supplier<VerdictFigures> verdicts) {
        gauges.observeVerdicts(verdicts);
    }

    /** What the sender of verdicts of all ways in does; empty: there is none. */
    public Optional<VerdictFigures> verdictFigures() {
        return gauges.verdicts();
    }

    /** Adds how long the certificates of ports are valid, by port. */
    public void observeCertificates(Supplier<Map<String, Double>> daysLeft) {
        gauges.observeCertificates(daysLeft);
    }

    /** Adds how many lines the log has left out, by event. */
    public void observeLog(Supplier<Map<String, Long>> leftOut) {
        gauges.observeLog(leftOut);
    }

    /** Adds the connections of the gateway, where there is one. */
    public void observeGateway(Supplier<Number> connectionCount, Supplier<Number> handshakesWaiting) {
        gauges.observeGateway(connectionCount, handshakesWaiting);
        gateway.observe(connectionCount);
    }

    /** What the gateway does; empty: there is none. */
    public Optional<GatewayFigures> gatewayFigures() {
        return gateway.figures();
    }

    /** Takes what passes the gateway. */
    public GatewayMetrics gateway() {
        return gateway;
    }

    /** Adds the metrics of the API, where there is one. */
    public ApiMetrics openApi() {
        ApiMetrics opened = new ApiMetrics(registry);
        api = opened;
        return opened;
    }

    /** Takes what sweeps do. */
    public SweepMeter sweeps() {
        return sweeps;
    }

    /** Takes what becomes of labels. */
    public LabelMeter labels() {
        return labels;
    }

    /** Adds the metrics of Kafka. */
    public KafkaMetrics openKafka() {
        KafkaMetrics opened = new KafkaMetrics(registry, this);
        kafka = opened;
        return opened;
    }

    /** What the readers of Kafka do; empty: there are none. */
    public Optional<KafkaFigures> kafkaFigures() {
        return Optional.ofNullable(kafka).map(KafkaMetrics::figures);
    }

    /** What the API does; empty: there is none. */
    public Optional<ApiFigures> apiFigures() {
        return Optional.ofNullable(api).map(ApiMetrics::figures);
    }

    /** What {@code /metrics} serves. */
    public PrometheusRegistry registry() {
        return registry;
    }

    /** Times from transactions' arrival to their answers. */
    public AnswerLatency latency() {
        return latency;
    }

    /** The accounting at one moment; it balances. */
    public Accounting accounting() {
        return accounting.read();
    }

    /** The accounting at one moment, with every reason of rejections. */
    public AccountingByReason accountingByReason() {
        return accounting.readByReason();
    }

    /** Records the counters of now for {@link #lastMinute}, and ends the ten seconds of recent times; called once a second. */
    public void tick(long nowNs) {
        latency.tick(nowNs);
        ApiMetrics opened = api;
        if (opened != null) {
            opened.tick(nowNs);
        }
        lastMinute.add(new LastMinute.Point(
                nowNs, accounting.readByReason(), rules.verdictCount(), (long) batchFailures.get(), lastFailure));
    }

    /** What has happened in the last minute. */
    public LastMinute lastMinute() {
        return lastMinute;
    }

    /** Batches that this member has scored. */
    public long batchCount() {
        return work.batchCount();
    }

    /** Batches whose outcome this member has applied to a backup. */
    public long backupBatchCount() {
        return work.backupBatchCount();
    }

    /** Verdicts by rule, and what rules cost. */
    public RuleMetrics rules() {
        return rules;
    }

    @Override
    public void entered(int count) {
        accounting.entered(count);
    }

    @Override
    public void rejectedOnArrival(Rejection reason) {
        accounting.rejectedOnArrival(reason);
    }

    @Override
    public void answered(int count, int scored, int flagged, int duplicates, int[] rejected, long sinceArrivalNs) {
        accounting.answered(count, scored, flagged, duplicates, rejected);
        latency.record(sinceArrivalNs, scored + duplicates);
    }

    @Override
    public void connected() {
        connects.inc();
    }

    @Override
    public void reconnecting() {
        reconnects.inc();
    }

    @Override
    public void submitted(int transactionCount, long sinceArrivalNs) {
        laneTimes.record(sinceArrivalNs, transactionCount);
    }

    @Override
    public void batchAnswered(int transactionCount, long elapsedNs) {
        batchSeconds.observe(elapsedNs / NS_PER_SECOND);
    }

    @Override
    public void batchHeld() {
        batchesHeld.inc();
    }

    @Override
    public void batchFailed(Throwable cause) {
        batchFailures.inc();
        lastFailure = cause.getClass().getSimpleName();
    }

    @Override
    public void batchHalved() {
        batchesHalved.inc();
    }

    @Override
    public void outcomesFailed(int transactionCount) {
        work.outcomesFailed(transactionCount);
    }

    @Override
    public void outcomesGivenUp(int transactionCount) {
        work.outcomesGivenUp(transactionCount);
    }

    @Override
    public void batchScored(int transactionCount, long elapsedNs) {
        work.batchScored(transactionCount, elapsedNs);
    }

    @Override
    public void verdictsGiven(RuleSet set, int verdict, int count) {
        rules.given(set, verdict, count);
    }

    @Override
    public void shadowed(RuleSet set, int[] ruleCounts, int[] moves, int failures) {
        shadows.shadowed(set, ruleCounts, moves, failures);
    }

    @Override
    public void shadowMoved(RuleSet set, Action taken, Action shadow, int rule, long card, long times, long payment) {
        shadows.moved(set, taken, shadow, rule, card, times, payment);
    }

    /** What sets in the shadow would have decided. */
    public ShadowMetrics shadows() {
        return shadows;
    }

    @Override
    public void newCards(int count) {
        work.newCards(count);
    }

    /** Cards that got their first transaction on shards that this member owns. */
    public long newCardCount() {
        return work.newCardCount();
    }

    @Override
    public void rulesTimed(RuleSet set, int transactionCount, long[] ruleNs) {
        rules.timed(set, transactionCount, ruleNs);
    }

    @Override
    public void outcomeApplied(int transactionCount, long elapsedNs) {
        work.outcomeApplied(transactionCount, elapsedNs);
    }
}
