#!/usr/bin/env python3
"""Writes the Grafana dashboards into grafana/dashboards. Run it after a change here; the JSON is what Grafana reads.

A panel is a title, a unit, and its queries with their legends. Panels stand two in a row, below the row of what is a
number with thresholds, where a dashboard has one. Each series gets the cluster and the instance that are chosen above.
"""
import json
import pathlib
import re

RATE = "$__rate_interval"
DISKS = 'fstype!~"tmpfs|ramfs|squashfs"'
FOLDER = pathlib.Path(__file__).parent / "grafana" / "dashboards"
SOURCE = {"type": "prometheus", "uid": "fraud-prometheus"}

# A series of a query, and the choice that its label instance follows. Members, their JMX exporters and the exporters of hosts
# have ports of their own; what is recorded for a cluster has no instance.
SERIES = re.compile(r"(?<![\w:])(cluster:[\w:]+|instance:[\w:]+|(?:fraud|jvm|process|hazelcast|node)_\w+|up|ALERTS)(?![\w:(])(?:\{([^}]*)})?")
CHOICES = {
    "cluster": ("cluster", 'label_values(up{job=~"fraud|node"}, cluster)'),
    "instance": ("member", 'label_values(up{job="fraud",cluster=~"$cluster"}, instance)'),
    "exporter": ("JMX exporter", 'label_values(up{job="fraud-jmx",cluster=~"$cluster"}, instance)'),
    "host": ("host", 'label_values(up{job="node",cluster=~"$cluster"}, instance)'),
}

# Where whoever is on call reads the pages; the role grafana writes fraud_runbooks in its place.
RUNBOOK = "docs/runbooks/${__data.fields.alertname}.md"

# Title, unit, query, and from which value on it is which colour.
STATUS = {
    "fraud-incident": [
        ("Scored a second", "short", "sum(cluster:fraud_scored:rate1m)", {None: "red", 1: "green"}),
        ("Members without an answer", "short", 'sum(up{job="fraud"} == bool 0)', {None: "green", 1: "red"}),
        ("Conditions that hold", "short", "sum(max by (condition) (fraud_condition))", {None: "green", 1: "orange"}),
        ("Time to the verdict, p99", "s", "max(cluster:fraud_transaction_seconds:p99)",
         {None: "green", 0.05: "orange", 0.1: "red"}),
        ("Oldest in flight", "s", "max(fraud_oldest_in_flight_seconds)", {None: "green", 2: "orange", 10: "red"}),
        ("Shards whose answers are held", "short", "max(fraud_shards_held)", {None: "green", 1: "red"}),
        ("Backups missing", "short", "sum(cluster:fraud_backups_missing)", {None: "green", 1: "red"}),
        ("Stand-ins of 5 min", "percentunit", "max(cluster:fraud_stand_ins:ratio5m)",
         {None: "green", 0.001: "orange", 0.0144: "red"}),
        ("Rejected", "percentunit",
         "sum(cluster:fraud_rejected:rate1m) / (sum(cluster:fraud_received:rate1m) > 0)", {None: "green", 0.01: "orange"}),
        ("Logs that stall", "short", "sum(fraud_storage_stalled)", {None: "green", 1: "red"}),
        ("Least memory left for histories", "percentunit",
         "1 - max(fraud_history_memory_used_bytes / fraud_history_memory_limit_bytes)",
         {None: "red", 0.05: "orange", 0.1: "green"}),
        ("Least disk left", "percentunit",
         f'min(node_filesystem_avail_bytes{{{DISKS}}} / node_filesystem_size_bytes{{{DISKS}}})',
         {None: "red", 0.03: "orange", 0.1: "green"}),
    ],
}

DASHBOARDS = {
    "fraud-incident": ("Fraud scoring: incident", [
        ("Transactions scored", "ops", [("cluster:fraud_scored:rate1m", "all members"),
                                        ("instance:fraud_scored:rate1m", "{{instance}}")]),
        ("What is wrong: 1 for each condition that a member sees", "short", [
            ("max by (condition) (fraud_condition)", "{{condition}}")]),
        ("Time from arrival to verdict", "s", [("cluster:fraud_transaction_seconds:p50", "p50"),
                                            ("cluster:fraud_transaction_seconds:p99", "p99")]),
        ("Members", "short", [('up{job="fraud"}', "{{instance}} answers"),
                              ("fraud_members_silent", "{{instance}} misses answers of")]),
    ]),
    "fraud-cluster": ("Fraud scoring: cluster", [
        ("Transactions scored", "ops", [("cluster:fraud_scored:rate1m", "all members"),
                                        ("instance:fraud_scored:rate1m", "{{instance}}")]),
        ("Time from arrival to verdict", "s", [("cluster:fraud_transaction_seconds:p50", "p50"),
                                            ("cluster:fraud_transaction_seconds:p99", "p99"),
                                            ("cluster:fraud_transaction_seconds:p999", "p99.9"),
                                            ('max(fraud_answer_seconds{quantile="1"})', "max of 10 s")]),
        ("Where the time goes, p99", "s", [
            (f"histogram_quantile(0.99, sum by (le) (rate(fraud_{part}_seconds_bucket[{RATE}])))", legend)
            for part, legend in (("lane", "until submitted"), ("batch", "call with backups"),
                                 ("scoring", "scoring a batch"), ("backup", "applying a batch to a backup"))]),
        ("Rate in the data beside the counters", "ops", [
            ("sum(deriv(fraud_transactions_held[1m])) + sum(deriv(fraud_history_dropped[1m]))", "in the data"),
            ("cluster:fraud_scored:rate1m", "by the counters")]),
        ("In flight and waiting", "short", [("sum(fraud_transactions_in_flight)", "in flight"),
                                            ("sum(fraud_lane_transactions)", "waiting in lanes"),
                                            ("max(fraud_lane_transactions_deepest)", "deepest lane")]),
        ("Back-pressure", "percentunit", [
            (f"rate(fraud_reader_stall_seconds_total[{RATE}])", "{{instance}}: readers waiting")]),
        ("Rejected", "ops", [(f"sum by (reason) (rate(fraud_transactions_rejected_total[{RATE}]))", "{{reason}}")]),
        ("Duplicates, failures, reconnects", "ops", [
            (f"sum(rate(fraud_transactions_duplicate_total[{RATE}]))", "duplicates"),
            (f"sum(rate(fraud_batch_failures_total[{RATE}]))", "calls repeated"),
            (f"sum(rate(fraud_batches_held_total[{RATE}]))", "batches held back"),
            (f"sum(rate(fraud_source_reconnects_total[{RATE}]))", "reconnects")]),
        ("Unaccounted transactions (0, always)", "short", [("fraud_transactions_unaccounted", "{{instance}}")]),
        ("Members and what they do", "short", [("sum by (state) (fraud_member_state)", "{{state}}"),
                                               ('up{job="fraud"}', "{{instance}} answers")]),
        ("What is wrong: 1 for each condition that a member sees", "short", [
            ("max by (condition) (fraud_condition)", "{{condition}}"),
            ("max(fraud_members_silent)", "members that do not answer")]),
        ("Oldest transaction in flight, shards whose answers are held", "short", [
            ("max(fraud_oldest_in_flight_seconds)", "seconds"),
            ("max(fraud_shards_held)", "shards held")]),
        ("Sources", "short", [("sum by (instance) (fraud_sources_configured)", "{{instance}} configured"),
                              ("sum by (instance) (fraud_sources_connected)", "{{instance}} connected")]),
        ("Of the scored ones, flagged", "percentunit", [
            (f"sum(rate(fraud_transactions_flagged_total[{RATE}])) / (sum(rate(fraud_transactions_scored_total[{RATE}])) > 0)",
             "flagged")]),
    ]),
    "fraud-requests": ("Fraud scoring: HTTP API and gateways", [
        ("Requests", "reqps", [(f"sum by (call) (rate(fraud_api_requests_total[{RATE}]))", "{{call}}")]),
        ("Requests by member", "reqps", [(f"sum by (instance) (rate(fraud_api_requests_total[{RATE}]))", "{{instance}}")]),
        ("Time to the answer of a single transaction", "s", [
            (f"histogram_quantile({quantile}, sum by (le) (rate(fraud_api_single_seconds_bucket[{RATE}])))", legend)
            for quantile, legend in ((0.5, "p50"), (0.99, "p99"), (0.999, "p99.9"), (0.9999, "p99.99"))]),
        ("Time to an answer by call, p99", "s", [
            (f"histogram_quantile(0.99, sum by (le, call) (rate(fraud_api_request_seconds_bucket[{RATE}])))", "{{call}}")]),
        ("Decisions within a deadline, of which each transaction of a batch is one", "ops", [
            (f"sum by (source) (rate(fraud_api_decisions_total[{RATE}]))", "{{source}}")]),
        ("Decided by stand-ins", "percentunit", [("cluster:fraud_stand_ins:ratio5m", "of 5 min"),
                                                 ("cluster:fraud_stand_ins:ratio1h", "of an hour"),
                                                 ("cluster:fraud_stand_ins:ratio3d", "of three days")]),
        ("Stand-ins", "ops", [(f"sum by (reason) (rate(fraud_api_stand_ins_total[{RATE}]))", "{{reason}}")]),
        ("Decisions and rejections that came after a stand-in", "ops", [
            (f"sum by (differed) (rate(fraud_api_late_decisions_total[{RATE}]))", "differed from the stand-in: {{differed}}"),
            (f"sum(rate(fraud_api_late_rejections_total[{RATE}]))", "rejected, and no rules decide it")]),
        ("Queue", "short", [("fraud_api_queue", "{{instance}}"), ("max(fraud_api_queue_limit)", "limit of a member"),
                            ("sum(fraud_api_batches)", "batches of all members")]),
        ("Turned away", "reqps", [
            (f"sum by (reason) (rate(fraud_api_turned_away_total[{RATE}]))", "{{reason}}"),
            (f"sum by (reason) (rate(fraud_api_turned_away_lines_total[{RATE}]))", "lines of batches: {{reason}}")]),
        ("Answers by status", "reqps", [(f"sum by (status) (rate(fraud_api_requests_total[{RATE}]))", "{{status}}")]),
        ("Connections", "short", [("fraud_api_connections", "{{instance}} API"),
                                  ("fraud_gateway_connections", "{{instance}} gateway"),
                                  ("max(fraud_api_connections_limit)", "limit of an API")]),
        ("Access log", "short", [("fraud_api_access_lines", "{{instance}} lines that wait"),
                                 ("fraud_api_access_lines_dropped_total", "{{instance}} lines dropped since the start")]),
        ("Gateways", "ops", [(f"sum by (instance) (rate(fraud_gateway_batches_total[{RATE}]))", "{{instance}} batches"),
                             (f"sum by (instance) (rate(fraud_gateway_deferred_total[{RATE}]))", "{{instance}} records sent back")]),
        ("Gateways: connections refused or ended", "ops", [
            (f"sum by (reason) (rate(fraud_gateway_refused_total[{RATE}]))", "{{reason}}")]),
        ("Gateways: handshakes of TLS that wait for others", "short", [("fraud_gateway_handshakes_waiting", "{{instance}}")]),
    ]),
    "fraud-rules": ("Fraud scoring: rules", [
        ("Share of transactions flagged", "percentunit", [("cluster:fraud_flagged_share:rate1m", "flagged")]),
        ("Flagged by rule; rule 0 is the sum of points", "ops", [
            (f'topk(10, sum by (rule) (rate(fraud_verdicts_total{{action!="approve"}}[{RATE}])))', "rule {{rule}}")]),
        ("Verdicts of rules and points since the start", "short", [
            ('sum by (rule, action) (fraud_verdicts_total{rule!="0"} or fraud_verdicts_total{action!="approve"})',
             "rule {{rule}} {{action}}")]),
        ("Cost of a rule by itself", "s", [
            ("topk(10, sum by (rule) (fraud_rule_sampled_seconds_total) / ignoring(rule) group_left() sum(fraud_rule_samples_total))",
             "rule {{rule}}")]),
        ("Version of the rule book; members differ for seconds only", "short", [("fraud_rule_book_version", "{{instance}}")]),
        ("Sets taken back since the start, because they declined too much", "short", [
            ("fraud_rules_taken_back_total", "{{instance}}")]),
        ("Part of what the rule book may have", "percentunit", [("max by (of) (fraud_rule_book_fill_ratio)", "{{of}}")]),
        ("Codes of decisions", "short", [("max by (state) (fraud_rule_codes)", "{{state}}")]),
        ("Sets in the shadow: what was taken, and what they would have taken", "ops", [
            (f"sum by (set, taken, shadow) (rate(fraud_shadow_decisions_total[{RATE}]))", "set {{set}}: {{taken}}, would be {{shadow}}")]),
        ("Sets in the shadow: transactions on which they failed", "ops", [
            (f"sum by (set) (rate(fraud_shadow_failures_total[{RATE}]))", "set {{set}}")]),
        ("Labels", "ops", [(f"sum by (label) (rate(fraud_labels_total[{RATE}]))", "{{label}}"),
                           (f"sum by (reason) (rate(fraud_labels_rejected_total[{RATE}]))", "rejected: {{reason}}")]),
    ]),
    "fraud-kafka": ("Fraud scoring: Kafka", [
        ("Records without a verdict", "short", [("fraud_kafka_lag_records", "{{instance}}"),
                                                ("max(fraud_kafka_group_lag_records)", "group, asked by members that read none")]),
        ("Age of the oldest record without a verdict", "s", [("fraud_kafka_lag_seconds", "{{instance}}"),
                                                              ("max(fraud_kafka_group_lag_seconds)", "group, asked by members that read none")]),
        ("Labels that are not taken", "short", [("fraud_kafka_labels_lag_records", "{{instance}}"),
                                                ("max(fraud_kafka_labels_group_lag_records)", "group, asked by members that read none")]),
        ("Age of the oldest label that is not taken", "s", [("fraud_kafka_labels_lag_seconds", "{{instance}}"),
                                                            ("max(fraud_kafka_labels_group_lag_seconds)", "group, asked by members that read none")]),
        ("Records committed", "ops", [(f"sum by (instance) (rate(fraud_kafka_records_total[{RATE}]))", "{{instance}}")]),
        ("Records in a transaction, mean", "short", [
            (f"sum(rate(fraud_kafka_records_total[{RATE}])) / (sum(rate(fraud_kafka_transactions_total[{RATE}])) > 0)", "mean")]),
        ("Time of a commit", "s", [
            (f"histogram_quantile({quantile}, sum by (le) (rate(fraud_kafka_commit_seconds_bucket[{RATE}])))", legend)
            for quantile, legend in ((0.5, "p50"), (0.99, "p99"))]),
        ("From the oldest record of a transaction to its commit", "s", [
            (f"histogram_quantile({quantile}, sum by (le) (rate(fraud_kafka_record_age_seconds_bucket[{RATE}])))", legend)
            for quantile, legend in ((0.5, "p50"), (0.99, "p99"))]),
        ("Partitions", "short", [("fraud_kafka_partitions", "{{instance}}"), ("fraud_kafka_labels_partitions", "{{instance}} of labels")]),
        ("Readers", "short", [("fraud_kafka_readers", "{{instance}}"),
                              ("fraud_kafka_readers_waiting", "{{instance}} waiting"),
                              ("fraud_kafka_readers_paused", "{{instance}} paused")]),
        ("Dead letters", "ops", [(f"sum by (reason) (rate(fraud_kafka_dead_letters_total[{RATE}]))", "{{reason}}")]),
        ("Since the start: readers that began again, records lost, verdicts lost", "short", [
            ("sum(fraud_kafka_restarts_total)", "readers"),
            ("sum(fraud_kafka_records_lost_total)", "records"),
            ("sum(fraud_kafka_verdicts_lost_total)", "verdicts")]),
        ("Verdicts of all ways in, sent", "ops", [
            (f"sum by (instance) (rate(fraud_kafka_verdicts_sent_total[{RATE}]))", "{{instance}}"),
            (f"sum by (instance) (rate(fraud_kafka_verdicts_copies_sent_total[{RATE}]))", "{{instance}} for others")]),
        ("Age of the oldest verdict on its way", "s", [("fraud_kafka_verdicts_waiting_seconds", "{{instance}}")]),
        ("Log whose verdicts are not sent", "bytes", [("fraud_kafka_verdicts_waiting_bytes", "{{instance}}")]),
    ]),
    "fraud-shards": ("Fraud scoring: shards and map", [
        ("Shards", "short", [('fraud_shards', "{{instance}} {{role}}")]),
        ("Backups missing", "short", [("cluster:fraud_backups_missing", "missing")]),
        ("Load progress", "percentunit", [
            ("fraud_load_shards_done / (fraud_load_shards > 0)", "{{instance}}")]),
        ("Cards and transactions held", "short", [("sum(fraud_cards)", "cards"),
                                                  ("sum(fraud_transactions_held)", "transactions")]),
        ("Bytes a card", "bytes", [("sum(fraud_history_bytes) / (sum(fraud_cards) > 0)", "on its owner")]),
        ("Memory for histories", "bytes", [("fraud_history_memory_used_bytes", "{{instance}} {{memory}} used"),
                                           ("fraud_history_memory_limit_bytes", "{{instance}} {{memory}} limit")]),
        ("Dropped from histories", "ops", [("sum by (reason) (deriv(fraud_history_dropped[1m]))", "{{reason}}")]),
        ("Batches scored, outcomes applied to backups", "ops", [
            (f"sum by (instance) (rate(fraud_batches_total[{RATE}]))", "{{instance}} batches"),
            (f"sum by (instance) (rate(fraud_backup_transactions_applied_total[{RATE}]))", "{{instance}} backup transactions")]),
        ("Transactions in a batch, mean", "short", [
            (f"sum(rate(fraud_batch_transactions_sum[{RATE}])) / (sum(rate(fraud_batch_transactions_count[{RATE}])) > 0)", "mean")]),
        ("Calls of the map of shards; a get would move a whole shard", "ops", [
            (f"sum(rate(fraud_map_calls_total[{RATE}]))", "entry processors"),
            (f'sum(rate(hazelcast_map_putcount_total{{map="transaction_history"}}[{RATE}]))', "puts by JMX: entry processors that changed one"),
            (f'sum(rate(hazelcast_map_getcount_total{{map="transaction_history"}}[{RATE}]))', "gets by JMX: 0, always")]),
        ("Map entries by JMX: an entry is a shard", "short", [
            ('hazelcast_map_ownedentrycount{map="transaction_history"}', "{{instance}} owned"),
            ('hazelcast_map_backupentrycount{map="transaction_history"}', "{{instance}} backup")]),
        ("Migrations by JMX", "short", [
            ("hazelcast_partitions_migrationqueuesize", "{{instance}} queued"),
            ("hazelcast_partitions_totalcompletedmigrations_total", "{{instance}} completed")]),
        ("Sweeps: entries dropped, cards removed, parts left to the next one", "ops", [
            (f"sum(rate(fraud_sweep_entries_dropped_total[{RATE}]))", "entries dropped"),
            (f"sum(rate(fraud_sweep_cards_removed_total[{RATE}]))", "cards removed"),
            (f"sum(rate(fraud_sweep_failures_total[{RATE}]))", "parts left")]),
        ("Sweeps: cards looked at", "ops", [
            (f"sum by (instance) (rate(fraud_sweep_cards_total[{RATE}]))", "{{instance}}"),
            ("sum by (instance) (fraud_cards / (fraud_sweep_interval_seconds > 0))", "{{instance}} to keep the interval")]),
        ("Sweeps: share of one core", "percentunit", [(f"rate(fraud_sweep_seconds_total[{RATE}])", "{{instance}}")]),
    ]),
    "fraud-storage": ("Fraud scoring: shards on disk", [
        ("Logs that cannot be written: 1, and answers wait", "short", [("fraud_storage_stalled", "{{instance}}")]),
        ("Copies that the disk does not have yet, read and not with their owners, broken", "short", [
            ("fraud_storage_shards_pending", "{{instance}} pending"),
            ("fraud_storage_shards_unread", "{{instance}} unread"),
            ("fraud_storage_shards_broken", "{{instance}} broken")]),
        ("Log", "bytes", [("fraud_storage_log_bytes", "{{instance}}")]),
        ("Snapshots", "bytes", [("fraud_storage_snapshot_bytes", "{{instance}}")]),
        ("Log against its bound: 256 MiB or a quarter of the snapshots", "percentunit", [
            ("fraud_storage_log_bytes / clamp_min(fraud_storage_snapshot_bytes / 4, 268435456)", "{{instance}}")]),
        ("Written to the log", "Bps", [(f"rate(fraud_storage_log_written_bytes_total[{RATE}])", "{{instance}}")]),
        ("Syncs", "ops", [(f"rate(fraud_storage_syncs_total[{RATE}])", "{{instance}}")]),
        ("Snapshots taken", "ops", [(f"rate(fraud_storage_snapshots_total[{RATE}])", "{{instance}}")]),
    ]),
    "fraud-hosts": ("Fraud scoring: hosts", [
        ("Processors busy", "percentunit", [
            (f'1 - avg by (instance) (rate(node_cpu_seconds_total{{mode="idle"}}[{RATE}]))', "{{instance}}")]),
        ("Load of a minute, for each processor", "short", [
            ('node_load1 / on (instance) count by (instance) (node_cpu_seconds_total{mode="idle"})', "{{instance}}")]),
        ("Memory available", "percentunit", [("node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes", "{{instance}}")]),
        ("Swapped out", "bytes", [("node_memory_SwapTotal_bytes - node_memory_SwapFree_bytes", "{{instance}}")]),
        ("Disk available", "percentunit", [
            (f"node_filesystem_avail_bytes{{{DISKS}}} / node_filesystem_size_bytes{{{DISKS}}}", "{{instance}} {{mountpoint}}")]),
        ("Disks busy", "percentunit", [(f"rate(node_disk_io_time_seconds_total[{RATE}])", "{{instance}} {{device}}")]),
        ("Written to disks", "Bps", [(f"sum by (instance) (rate(node_disk_written_bytes_total[{RATE}]))", "{{instance}}")]),
        ("Network", "Bps", [
            (f'sum by (instance) (rate(node_network_receive_bytes_total{{device!~"lo|fraud0"}}[{RATE}]))', "{{instance}} in"),
            (f'sum by (instance) (rate(node_network_transmit_bytes_total{{device!~"lo|fraud0"}}[{RATE}]))', "{{instance}} out")]),
        ("Packets", "pps", [
            (f'sum by (instance) (rate(node_network_receive_packets_total{{device!~"lo|fraud0"}}[{RATE}]))', "{{instance}} in"),
            (f'sum by (instance) (rate(node_network_transmit_packets_total{{device!~"lo|fraud0"}}[{RATE}]))', "{{instance}} out")]),
        ("Bytes a packet", "bytes", [
            (f'sum by (instance) (rate(node_network_transmit_bytes_total{{device!~"lo|fraud0"}}[{RATE}]))'
             f' / sum by (instance) (rate(node_network_transmit_packets_total{{device!~"lo|fraud0"}}[{RATE}]))', "{{instance}} out")]),
        ("Packets beyond what the cloud allows (AWS)", "pps", [
            (f"sum by (instance) (rate(node_ethtool_{limit}_allowance_exceeded[{RATE}]))", "{{instance}} " + text)
            for limit, text in (("pps", "packets"), ("bw_in", "bytes in"), ("bw_out", "bytes out"), ("conntrack", "connections"))]),
        ("Clock against the monitor's", "s", [("node_time_seconds - timestamp(node_time_seconds)", "{{instance}}")]),
        ("Clock is set by a time service: 1", "short", [("node_timex_sync_status", "{{instance}}")]),
    ]),
    "fraud-resources": ("Fraud scoring: CPU, memory, collections, network", [
        ("Processor cores used", "short", [(f'rate(process_cpu_seconds_total{{job="fraud"}}[{RATE}])', "{{instance}}")]),
        ("Heap", "bytes", [('jvm_memory_used_bytes{job="fraud",area="heap"}', "{{instance}} used"),
                           ('jvm_memory_max_bytes{job="fraud",area="heap"}', "{{instance}} limit")]),
        ("Direct memory", "bytes", [('jvm_buffer_pool_used_bytes{job="fraud",pool="direct"}', "{{instance}}")]),
        ("Time in collections", "percentunit", [
            (f'sum by (instance) (rate(jvm_gc_collection_seconds_sum{{job="fraud"}}[{RATE}]))', "{{instance}}")]),
        ("Resident memory", "bytes", [('process_resident_memory_bytes{job="fraud"}', "{{instance}}")]),
        ("Received from all ways in", "ops", [(f"rate(fraud_transactions_received_total[{RATE}])", "{{instance}}")]),
        ("Network between members by JMX", "Bps", [
            (f"sum by (instance) (rate(hazelcast_network_in_bytes_total[{RATE}]))", "{{instance}} in"),
            (f"sum by (instance) (rate(hazelcast_network_out_bytes_total[{RATE}]))", "{{instance}} out")]),
        ("Operations by JMX", "short", [("hazelcast_operations_queuesize", "{{instance}} queued"),
                                        ("hazelcast_invocations_pending", "{{instance}} pending")]),
    ]),
}


def choice_of(series):
    for prefix, name in (("cluster:", None), ("ALERTS", None), ("hazelcast_", "exporter"), ("node_", "host")):
        if series.startswith(prefix):
            return name
    return "instance"


def chosen(query):
    """The query, of what is chosen only."""
    def narrowed(found):
        series, labels = found.groups()
        choice = choice_of(series)
        matchers = [labels, 'cluster=~"$cluster"', choice and f'instance=~"${choice}"']
        return f"{series}{{{','.join(filter(None, matchers))}}}"

    return SERIES.sub(narrowed, query)


def variables(queries):
    used = re.findall(r'=~"\$(\w+)"', " ".join(queries))
    return [{
        "name": name, "label": label, "type": "query", "datasource": SOURCE, "definition": query,
        "query": {"query": query, "refId": name}, "refresh": 2, "sort": 1, "multi": True, "includeAll": True, "allValue": ".*",
        "current": {"selected": True, "text": ["All"], "value": ["$__all"]},
    } for name, (label, query) in CHOICES.items() if name in used]


def targets(queries):
    return [{"refId": chr(ord("A") + i), "expr": chosen(expr), "legendFormat": legend, "datasource": SOURCE}
            for i, (expr, legend) in enumerate(queries)]


def panel(index, top, title, unit, queries):
    return {
        "type": "timeseries", "title": title, "datasource": SOURCE,
        "gridPos": {"h": 8, "w": 12, "x": 12 * (index % 2), "y": top + 8 * (index // 2)},
        "fieldConfig": {"defaults": {"unit": unit}, "overrides": []},
        "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
        "targets": targets(queries),
    }


def status(index, title, unit, query, colours):
    steps = [{"color": colour, "value": value} for value, colour in colours.items()]
    return {
        "type": "stat", "title": title, "datasource": SOURCE,
        "gridPos": {"h": 4, "w": 4, "x": 4 * (index % 6), "y": 4 * (index // 6)},
        "fieldConfig": {"defaults": {"unit": unit, "thresholds": {"mode": "absolute", "steps": steps}}, "overrides": []},
        "options": {"colorMode": "background", "graphMode": "none", "reduceOptions": {"calcs": ["lastNotNull"]}},
        "targets": targets([(query, title)]),
    }


def alerts(top):
    link = {"title": "Runbook of ${__data.fields.alertname}", "url": RUNBOOK, "targetBlank": True}
    query = dict(targets([('ALERTS{alertstate="firing",severity!="none"}', "")])[0], format="table", instant=True)
    return {
        "type": "table", "title": "Alerts that fire; the name leads to the runbook", "datasource": SOURCE,
        "gridPos": {"h": 8, "w": 24, "x": 0, "y": top},
        "fieldConfig": {"defaults": {}, "overrides": [
            {"matcher": {"id": "byName", "options": "alertname"}, "properties": [{"id": "links", "value": [link]}]}]},
        "options": {"showHeader": True, "sortBy": [{"displayName": "severity", "desc": False}]},
        "transformations": [{"id": "organize", "options": {
            "excludeByName": {"Time": True, "Value": True, "__name__": True, "alertstate": True},
            "indexByName": {"severity": 0, "alertname": 1, "cluster": 2, "instance": 3}}}],
        "targets": [query],
    }


def panels_of(uid, panels):
    above = [status(i, *one) for i, one in enumerate(STATUS.get(uid, []))]
    top = 4 * (-(-len(above) // 6))
    if above:
        above.append(alerts(top))
        top += 8
    return [{"id": i + 1, **one} for i, one in enumerate(above + [panel(i, top, *one) for i, one in enumerate(panels)])]


def main(folder=FOLDER):
    folder.mkdir(parents=True, exist_ok=True)
    for uid, (title, panels) in DASHBOARDS.items():
        drawn = panels_of(uid, panels)
        dashboard = {
            "uid": uid, "title": title, "tags": ["fraud"], "timezone": "browser", "schemaVersion": 39, "version": 1,
            "editable": True, "refresh": "5s", "time": {"from": "now-15m", "to": "now"},
            "templating": {"list": variables(target["expr"] for one in drawn for target in one["targets"])},
            "annotations": {"list": []},
            "links": [{"title": "Dashboards", "type": "dashboards", "tags": ["fraud"], "asDropdown": True, "includeVars": True,
                       "keepTime": True}],
            "panels": drawn,
        }
        (folder / f"{uid}.json").write_text(json.dumps(dashboard, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
