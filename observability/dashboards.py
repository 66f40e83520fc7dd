#!/usr/bin/env python3
"""Writes the Grafana dashboards into grafana/dashboards. Run it after a change here; the JSON is what Grafana reads.

A panel is a title, a unit, and its queries with their legends. Panels stand two in a row.
"""
import json
import pathlib

RATE = "$__rate_interval"
FOLDER = pathlib.Path(__file__).parent / "grafana" / "dashboards"

DASHBOARDS = {
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
        ("Stand-ins", "ops", [(f"sum by (reason) (rate(fraud_api_stand_ins_total[{RATE}]))", "{{reason}}")]),
        ("Decisions of the rules that came late", "ops", [
            (f"sum by (differed) (rate(fraud_api_late_decisions_total[{RATE}]))", "differed from the stand-in: {{differed}}")]),
        ("Queue", "short", [("fraud_api_queue", "{{instance}}"), ("max(fraud_api_queue_limit)", "limit of a member"),
                            ("sum(fraud_api_batches)", "batches of all members")]),
        ("Turned away", "reqps", [(f"sum by (reason) (rate(fraud_api_turned_away_total[{RATE}]))", "{{reason}}")]),
        ("Answers by status", "reqps", [(f"sum by (status) (rate(fraud_api_requests_total[{RATE}]))", "{{status}}")]),
        ("Connections", "short", [("fraud_api_connections", "{{instance}} API"),
                                  ("fraud_gateway_connections", "{{instance}} gateway"),
                                  ("max(fraud_api_connections_limit)", "limit of an API")]),
        ("Access log", "short", [("fraud_api_access_lines", "{{instance}} lines that wait"),
                                 ("fraud_api_access_lines_dropped_total", "{{instance}} lines dropped since the start")]),
        ("Gateways", "ops", [(f"sum by (instance) (rate(fraud_gateway_batches_total[{RATE}]))", "{{instance}} batches"),
                             (f"sum by (instance) (rate(fraud_gateway_deferred_total[{RATE}]))", "{{instance}} records sent back")]),
    ]),
    "fraud-rules": ("Fraud scoring: rules", [
        ("Share of transactions flagged", "percentunit", [("cluster:fraud_flagged_share:rate1m", "flagged")]),
        ("Verdicts by rule", "ops", [
            (f'topk(10, sum by (rule) (rate(fraud_verdicts_total{{rule!="0"}}[{RATE}])))', "rule {{rule}}")]),
        ("Verdicts since the start", "short", [('sum by (rule) (fraud_verdicts_total{rule!="0"})', "rule {{rule}}")]),
        ("Cost of a rule by itself", "s", [
            ("topk(10, sum by (rule) (fraud_rule_sampled_seconds_total) / ignoring(rule) group_left() sum(fraud_rule_samples_total))",
             "rule {{rule}}")]),
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
        ("Map calls", "ops", [(f"rate(fraud_map_calls_total[{RATE}])", "{{instance}}")]),
        ("Map entries by JMX: an entry is a shard", "short", [
            ('hazelcast_map_ownedentrycount{map="transaction_history"}', "{{instance}} owned"),
            ('hazelcast_map_backupentrycount{map="transaction_history"}', "{{instance}} backup")]),
        ("Migrations by JMX", "short", [
            ("hazelcast_partitions_migrationqueuesize", "{{instance}} queued"),
            ("hazelcast_partitions_totalcompletedmigrations_total", "{{instance}} completed")]),
    ]),
    "fraud-resources": ("Fraud scoring: CPU, memory, collections, network", [
        ("Processor cores used", "short", [(f'rate(process_cpu_seconds_total{{job="fraud"}}[{RATE}])', "{{instance}}")]),
        ("Heap", "bytes", [('jvm_memory_used_bytes{job="fraud",area="heap"}', "{{instance}} used"),
                           ('jvm_memory_max_bytes{job="fraud",area="heap"}', "{{instance}} limit")]),
        ("Direct memory", "bytes", [('jvm_buffer_pool_used_bytes{job="fraud",pool="direct"}', "{{instance}}")]),
        ("Time in collections", "percentunit", [
            (f'sum by (instance) (rate(jvm_gc_collection_seconds_sum{{job="fraud"}}[{RATE}]))', "{{instance}}")]),
        ("Resident memory", "bytes", [('process_resident_memory_bytes{job="fraud"}', "{{instance}}")]),
        ("Read from sources", "Bps", [(f"100 * rate(fraud_transactions_received_total[{RATE}])", "{{instance}}")]),
        ("Network between members by JMX", "Bps", [
            (f"sum by (instance) (rate(hazelcast_network_in_bytes_total[{RATE}]))", "{{instance}} in"),
            (f"sum by (instance) (rate(hazelcast_network_out_bytes_total[{RATE}]))", "{{instance}} out")]),
        ("Operations by JMX", "short", [("hazelcast_operations_queuesize", "{{instance}} queued"),
                                        ("hazelcast_invocations_pending", "{{instance}} pending")]),
    ]),
}


def panel(index, title, unit, queries):
    source = {"type": "prometheus", "uid": "fraud-prometheus"}
    return {
        "id": index + 1, "type": "timeseries", "title": title, "datasource": source,
        "gridPos": {"h": 8, "w": 12, "x": 12 * (index % 2), "y": 8 * (index // 2)},
        "fieldConfig": {"defaults": {"unit": unit}, "overrides": []},
        "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
        "targets": [{"refId": chr(ord("A") + i), "expr": expr, "legendFormat": legend, "datasource": source}
                    for i, (expr, legend) in enumerate(queries)],
    }


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for uid, (title, panels) in DASHBOARDS.items():
        dashboard = {
            "uid": uid, "title": title, "tags": ["fraud"], "timezone": "browser", "schemaVersion": 39, "version": 1,
            "editable": True, "refresh": "5s", "time": {"from": "now-15m", "to": "now"},
            "templating": {"list": []}, "annotations": {"list": []},
            "panels": [panel(i, *one) for i, one in enumerate(panels)],
        }
        (FOLDER / f"{uid}.json").write_text(json.dumps(dashboard, indent=2) + "\n")


if __name__ == "__main__":
    main()
