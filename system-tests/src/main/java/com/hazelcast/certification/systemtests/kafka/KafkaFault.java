package com.hazelcast.certification.systemtests.kafka;

/** What is done to members that read Kafka, to its brokers, and to their group and topic. */
enum KafkaFault {
    MEMBER("kill -9 of a member", "--members"),
    BROKER("kill -9 of a broker", "--brokers"),
    BOTH("kill -9 of one of each at once", "--both"),
    /** Longer than max.poll.interval.ms and than the time-out of transactions. */
    FROZEN("a frozen member that wakes up", "--frozen"),
    /** Another consumer joins the members' group, gets partitions, and leaves. */
    REBALANCE("rebalance", "--rebalances"),
    PARTITIONS("more partitions", "--more-partitions"),
    AWAY("a broker away for --away-time", "--away"),
    /** They keep their shards on disk. */
    ALL("kill -9 of all members at once", "--all");

    private final String what;
    private final String option;

    KafkaFault(String what, String option) {
        this.what = what;
        this.option = option;
    }

    /** The option that says how often. */
    String option() {
        return option;
    }

    @Override
    public String toString() {
        return what;
    }
}
