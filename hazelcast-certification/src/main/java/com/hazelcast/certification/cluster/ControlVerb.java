package com.hazelcast.certification.cluster;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.rules.live.RuleChange;

/** What a member can be asked to do by a {@link ControlCall}. */
public enum ControlVerb {
    /** Give the loader what to load; argument: {@code LoadSpec}. */
    ARM,
    /** Have the loader load nothing more, and remove histories that were sent. */
    DISARM,
    /**
     * Load the whole cluster from this member, in the background; argument: {@code LoadSpec} or nothing. Or take a part of histories that a
     * controller sends; argument: {@code SendCall}, which a member of an earlier release refuses.
     */
    LOAD,
    /**
     * Answer {@link com.hazelcast.certification.loading.LoadState}; unlike a status it asks no shard, which would wait behind those that
     * are loaded.
     */
    LOAD_STATE,
    /** Start this member's readers and gateway; argument: a {@link StartWhen}. */
    START,
    /**
     * Stop this member's readers and wait for what is in flight; argument: nothing, or which end of a restore it is for ({@link
     * ClusterBackup}), which a member of an earlier release does not look at; answer {@link StopReport}.
     */
    STOP,
    /** Answer {@link MemberStatus}. */
    STATUS,
    /** Forget the latencies recorded so far. */
    RESET_LATENCY,
    /** Answer all times to answers since the start or the last {@link #RESET_LATENCY}, as {@code EncodedTimes} has them. */
    ANSWER_TIMES,
    /** Make room for what a comparison asks of the backups held here; argument: its {@code CopyQuestion} and its number. */
    BEGIN_COMPARISON,
    /** Hand out what the backups held here have answered; argument: the comparison; answered with a line a shard. */
    TAKE_COMPARISON,
    /** Answer what another member's console asks; argument: its question. */
    CONSOLE,
    /** Go on with the members that are there and as many copies as they can hold; argument: how many there are. */
    EXPECT,
    /** Begin a backtest on the shards that this member owns; argument: {@code BacktestPlan}; answer {@code BacktestState}. */
    BEGIN_BACKTEST,
    /** Answer {@code BacktestState}. */
    BACKTEST_STATE,
    /** End a backtest; argument: its number. */
    CANCEL_BACKTEST,
    /** Read partitions of Kafka on from another place; argument: {@code KafkaSeek}; answer its result. */
    KAFKA_SEEK,
    /** Go on reading Kafka although too many records were dead letters. */
    KAFKA_GO_ON,
    /**
     * A step of a backup into a folder ({@link ClusterBackup}), which members of an earlier release refuse; argument: its word, and what it
     * takes.
     */
    BACK_UP,
    /** Bring the shards of a member's folder in a backup to their owners; argument: that folder; answer {@code ShardRestore.Report}. */
    RESTORE,
    /** Take the sets of rules of a backup for the whole cluster; argument: its folder; answer the version that is used. */
    RESTORE_RULES,
    /** Have this member's command bring a backup into a folder; argument: that folder; answer the end of the command's output. */
    FETCH_BACKUP,
    /** Label transactions; argument: a list of {@code LabelRequest}; answer a list of {@code LabelResult}. */
    ADD_LABELS,
    /**
     * Forget a card on all copies, and in what all members keep beside the shards, such as lists of flagged transactions; argument: the code of
     * its number; answer how many transactions were held, or -1. Of another member: forget it in this member's list alone. One of an
     * earlier release then forgets the card on all copies once more, which changes nothing, and keeps its list.
     */
    FORGET_CARD,
    /** Answer this member's book of rules; argument: nothing, or {@code without-texts}. */
    RULE_BOOK,
    /** Make a change to the rules of the cluster; argument: {@code RuleChange}; answer the {@code RuleBook} after it. */
    CHANGE_RULES,
    /** Answer {@code RuleState}. */
    RULE_STATE,
    /** Answer the book that this member has agreed to use next; empty: none. */
    AGREED_RULES,
    /** Agree to a book, and compile and warm what it has running; argument: {@code NextRules}. */
    PREPARE_RULES,
    /** Free this member of what it has agreed to; argument: the last hash of that book. */
    ABANDON_RULES,
    /**
     * Decide by the book that was agreed to; argument: its last hash; answer the last hash of the book that decides now. Or keep that all
     * have agreed to it; argument: {@code commit} and its last hash, which a member of an earlier release does not look at.
     */
    USE_AGREED_RULES,
    /** Decide by a book; argument: {@code RuleBook}; answer the last hash of the book that decides now. */
    USE_RULES,
    /** Answer {@code ShadowFigures}. */
    SHADOW_FIGURES;

    /** Whether it changes what the cluster does or holds, so that the audit log has it; others ask, or belong to one that does. */
    boolean isAction() {
        return switch (this) {
            case LOAD,
                    START,
                    STOP,
                    EXPECT,
                    BEGIN_BACKTEST,
                    CANCEL_BACKTEST,
                    KAFKA_SEEK,
                    KAFKA_GO_ON,
                    BACK_UP,
                    RESTORE,
                    RESTORE_RULES,
                    FETCH_BACKUP,
                    ADD_LABELS,
                    FORGET_CARD,
                    CHANGE_RULES -> true;
            default -> false;
        };
    }

    /** Whether it is about sets of rules, which a member answers while it is starting. */
    boolean isOfRules() {
        return switch (this) {
            case RULE_BOOK,
                    RULE_STATE,
                    AGREED_RULES,
                    PREPARE_RULES,
                    ABANDON_RULES,
                    USE_AGREED_RULES,
                    USE_RULES,
                    SHADOW_FIGURES -> true;
            default -> false;
        };
    }

    /** The role of a user that it takes, as on the console. */
    Role role(String argument) {
        return switch (this) {
            case RULE_BOOK, BEGIN_BACKTEST, CANCEL_BACKTEST, ADD_LABELS -> Role.ANALYST;
            case CHANGE_RULES ->
                switch (MemberControl.read(argument, RuleChange.class).kind()) {
                    case SUBMIT, SHADOW, BACKTEST -> Role.ANALYST;
                    default -> Role.OPERATOR;
                };
            default -> Role.OPERATOR;
        };
    }
}
