package com.hazelcast.certification.cluster;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.access.AuditEvent;
import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.ControlCaller;
import com.hazelcast.certification.access.ControlUsers;
import com.hazelcast.certification.access.ControlUsers.Admission;
import com.hazelcast.certification.audit.AuditContext;
import com.hazelcast.certification.audit.CopyQuestion;
import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.MemberBacktest;
import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.metrics.EncodedTimes;
import com.hazelcast.certification.rules.live.BookJson;
import com.hazelcast.certification.rules.live.NextRules;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.sending.SendCall;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Answers control calls on a member. Thread-safe. */
public final class MemberControl {
    /** Tolerant of keys that another version adds, and of constants where an enum has one for these. */
    static final ObjectMapper JSON = new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .configure(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE, true);

    /** What has texts and lists of sets, which may be long. Texts of all else are short. */
    private static final Set<Class<?>> WITH_LISTS =
            Set.of(RuleBook.class, NextRules.class, RuleChange.class, BacktestPlan.class);

    /** How long a call waits for a member that is starting. */
    private static final long START_MAX_S = 30;

    private static final String KEY = MemberControl.class.getName();

    private final ControlledMember member;
    private final AuditContext audit;
    private final AuditTrail trail;
    private final ControlUsers users;

    /**
     * For a member that has started.
     *
     * @param audit of that member
     * @param trail where it is written down who did what
     * @param users who may act by it
     */
    public MemberControl(ControlledMember member, AuditContext audit, AuditTrail trail, ControlUsers users) {
        this.member = member;
        this.audit = audit;
        this.trail = trail;
        this.users = users;
    }

    /** Lets the control calls that wait for the member's start, and all later ones, be answered by this. */
    public void register(HazelcastInstance hazelcast) {
        of(hazelcast).complete(this);
    }

    /** The control of a member; it is complete when the member has started. */
    @SuppressWarnings("unchecked") // only this method puts something there
    private static CompletableFuture<MemberControl> of(HazelcastInstance hazelcast) {
        return (CompletableFuture<MemberControl>)
                hazelcast.getUserContext().computeIfAbsent(KEY, ignored -> new CompletableFuture<MemberControl>());
    }

    /**
     * Does what a call requests. A member that is still starting says so when asked for its status. All else waits until it has started.
     *
     * @param caller who calls; who names a user is checked before it acts or reads texts of rules
     * @throws IllegalStateException when an action cannot be written down, or the caller may not do that
     * @throws TimeoutException when it has not started within {@value #START_MAX_S} seconds
     */
    static String handle(HazelcastInstance hazelcast, ControlVerb verb, String argument, ControlCaller caller)
            throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<MemberControl> control = of(hazelcast);
        if (verb == ControlVerb.STATUS && !control.isDone()) {
            return write(MemberStatus.starting(
                    MemberAddress.of(hazelcast.getCluster().getLocalMember())));
        }
        if (verb == ControlVerb.CONSOLE && !control.isDone()) {
            return "";
        }
        if (verb.isOfRules()) {
            if (verb == ControlVerb.RULE_BOOK && !argument.equals(ClusterRules.WITHOUT_TEXTS) && !caller.isMember()) {
                started(control).writeReading(verb, caller);
            }
            return handleRules(RuleKeeper.of(hazelcast.getUserContext()), verb, argument);
        }
        MemberControl started = control.get(START_MAX_S, TimeUnit.SECONDS);
        if (verb == ControlVerb.FORGET_CARD && caller.isMember()) {
            // A part of what that member does, which has written it down.
            started.member.forgetFlagged(Long.parseLong(argument));
            return "-1";
        }
        return verb.isAction()
                ? started.act(hazelcast, verb, argument, caller)
                : started.handle(hazelcast, verb, argument);
    }

    /** Who reads texts that may name cards is written down, which a member can do when it has started. */
    private static MemberControl started(CompletableFuture<MemberControl> control) {
        if (!control.isDone()) {
            throw new IllegalStateException("this member is still starting; try again");
        }
        return control.join();
    }

    private void writeReading(ControlVerb verb, ControlCaller caller) {
        Admission admission = admitted(verb, "", caller);
        trail.write(event(verb, "", caller, admission, "read"));
    }

    private String act(HazelcastInstance hazelcast, ControlVerb verb, String argument, ControlCaller caller)
            throws InterruptedException {
        Admission admission = admitted(verb, argument, caller);
        if (verb == ControlVerb.LOAD && SendCall.isSlice(argument)) {
            // The send was written down when it began.
            return handle(hazelcast, verb, argument);
        }
        String ofCaller = inTheNameOf(verb, argument, caller, admission);
        trail.write(event(verb, ofCaller, caller, admission, "accepted"));
        try {
            String answer = handle(hazelcast, verb, ofCaller);
            trail.offer(event(verb, ofCaller, caller, admission, "done"));
            return answer;
        } catch (RuntimeException | InterruptedException e) {
            trail.offer(event(verb, ofCaller, caller, admission, "failed"));
            throw e;
        }
    }

    /** @throws IllegalStateException when the caller may not do that; says why and what to do */
    private Admission admitted(ControlVerb verb, String argument, ControlCaller caller) {
        Admission admission = users.admit(caller, verb.role(argument));
        if (admission.isRefused()) {
            trail.offer(event(verb, argument, caller, admission, admission.result()));
            throw new IllegalStateException(admission.why());
        }
        return admission;
    }

    /** Only members and users who were checked have a name: of anybody else, who makes a change is what it says. */
    private static String inTheNameOf(ControlVerb verb, String argument, ControlCaller caller, Admission admission) {
        if (verb != ControlVerb.CHANGE_RULES || caller.isMember()) {
            return argument;
        }
        RuleChange change = read(argument, RuleChange.class);
        return write(
                admission.user().map(user -> change.byVerified(user.name())).orElseGet(change::unverified));
    }

    private static AuditEvent event(
            ControlVerb verb, String argument, ControlCaller caller, Admission admission, String result) {
        // A set of rules may name cards.
        String detail = switch (verb) {
            case BEGIN_BACKTEST -> "";
            case LOAD -> SendCall.shown(argument);
            case ADD_LABELS -> "labels=" + requests(argument).size();
            case FORGET_CARD -> "card=" + Pan.masked(Long.parseLong(argument));
            case CHANGE_RULES -> read(argument, RuleChange.class).summary();
            default -> argument;
        };
        return new AuditEvent(
                admission.name(),
                admission.roleName(),
                caller.isMember() ? "a member" : caller.origin(),
                verb.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                "",
                detail,
                result);
    }

    private String handle(HazelcastInstance hazelcast, ControlVerb verb, String argument) throws InterruptedException {
        MemberBacktest backtest = MemberBacktest.of(hazelcast);
        switch (verb) {
            case BEGIN_BACKTEST -> {
                return write(backtest.begin(read(argument, BacktestPlan.class)));
            }
            case BACKTEST_STATE -> {
                return write(backtest.state());
            }
            case CANCEL_BACKTEST -> {
                backtest.cancel(Long.parseLong(argument));
                return "";
            }
            case RESTORE_RULES -> {
                return restoreRules(keeper(hazelcast), Path.of(argument));
            }
            case CHANGE_RULES -> {
                RuleKeeper rules = keeper(hazelcast);
                try {
                    // All members have the texts.
                    return ClusterRules.written(
                            rules.change(read(argument, RuleChange.class)), ClusterRules.WITHOUT_TEXTS);
                } catch (RuleSetRefusedException e) {
                    throw cannotRun(e);
                }
            }
            default -> {
                return handle(verb, argument);
            }
        }
    }

    private static RuleKeeper keeper(HazelcastInstance hazelcast) {
        return Objects.requireNonNull(RuleKeeper.of(hazelcast.getUserContext()), "it has started");
    }

    /** A backup of an older release has none, and leaves the rules as they are. */
    private String restoreRules(RuleKeeper rules, Path folder) {
        try {
            Optional<RuleBook> backedUp = member.rulesOf(folder);
            return Long.toString(
                    backedUp.isEmpty()
                            ? rules.book().version()
                            : rules.restore(backedUp.get()).version());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the sets of rules of the backup cannot be read; run 'ctl backup verify': folder=" + folder + ": "
                            + e,
                    e);
        } catch (RuleSetRefusedException e) {
            throw cannotRun(e);
        }
    }

    /** Also while the member is starting: one that joins asks the others, which may be joining, too. */
    private static String handleRules(@Nullable RuleKeeper rules, ControlVerb verb, String argument) {
        if (rules == null) {
            throw new IllegalStateException("this member is still starting; try again");
        }
        try {
            switch (verb) {
                case RULE_BOOK -> {
                    return ClusterRules.written(rules.book(), argument);
                }
                case RULE_STATE -> {
                    return write(rules.state());
                }
                case AGREED_RULES -> {
                    return rules.agreed()
                            .map(book -> ClusterRules.written(book, argument))
                            .orElse("");
                }
                case PREPARE_RULES ->
                    rules.prepare(read(argument, NextRules.class).on(rules.book()));
                case ABANDON_RULES -> rules.abandon(argument);
                case USE_AGREED_RULES -> {
                    ClusterRules.handle(rules, argument);
                    return rules.book().lastHash();
                }
                case USE_RULES -> {
                    rules.use(read(argument, RuleBook.class));
                    return rules.book().lastHash();
                }
                default -> {
                    return write(rules.shadowFigures());
                }
            }
            return "";
        } catch (RuleSetRefusedException e) {
            throw cannotRun(e);
        }
    }

    /** Without the cause, whose class members do not send each other: who made the call gives the change up by this one's. */
    private static IllegalArgumentException cannotRun(RuleSetRefusedException refused) {
        return new IllegalArgumentException("a set of rules cannot run: " + refused.getMessage());
    }

    private String handle(ControlVerb verb, String argument) throws InterruptedException {
        switch (verb) {
            case ARM -> member.arm(read(argument, LoadSpec.class));
            case DISARM ->
                member.disarm(argument.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(argument)));
            case LOAD -> {
                if (SendCall.is(argument)) {
                    return member.receive(argument);
                }
                member.load(argument.isEmpty() ? Optional.empty() : Optional.of(read(argument, LoadSpec.class)));
            }
            case LOAD_STATE -> {
                return write(member.loadState());
            }
            case START -> member.start(StartWhen.valueOf(argument));
            case STOP -> {
                return write(member.stop(argument));
            }
            case RESET_LATENCY -> member.resetLatency();
            case ANSWER_TIMES -> {
                return EncodedTimes.encode(member.answerTimes());
            }
            case STATUS -> {
                return write(member.status());
            }
            case CONSOLE -> {
                return member.answerConsole(argument);
            }
            case EXPECT -> member.expect(Integer.parseInt(argument));
            case KAFKA_SEEK -> {
                return write(member.seekKafka(read(argument, KafkaSeek.class)));
            }
            case KAFKA_GO_ON -> member.goOnWithKafka();
            case BACK_UP -> {
                return ClusterBackup.handle(member, argument);
            }
            case RESTORE -> {
                return write(member.restore(Path.of(argument)));
            }
            case FETCH_BACKUP -> {
                return member.fetchBackup(Path.of(argument));
            }
            case ADD_LABELS -> {
                return write(member.addLabels(requests(argument)));
            }
            case FORGET_CARD -> {
                return Integer.toString(member.forgetCard(Long.parseLong(argument)));
            }
            case BEGIN_COMPARISON -> {
                String[] words = argument.split(" ", 2);
                audit.begin(CopyQuestion.valueOf(words[0]), Long.parseLong(words[1]));
            }
            case TAKE_COMPARISON -> {
                return CopyAnswers.write(audit.take(Long.parseLong(argument)));
            }
            case BEGIN_BACKTEST,
                    BACKTEST_STATE,
                    CANCEL_BACKTEST,
                    RULE_BOOK,
                    CHANGE_RULES,
                    RESTORE_RULES,
                    RULE_STATE,
                    AGREED_RULES,
                    PREPARE_RULES,
                    ABANDON_RULES,
                    USE_AGREED_RULES,
                    USE_RULES,
                    SHADOW_FIGURES -> throw new IllegalArgumentException("not of a member's parts: verb=" + verb);
        }
        return "";
    }

    private static List<LabelRequest> requests(String json) {
        return List.of(read(json, LabelRequest[].class));
    }

    static String write(Object value) {
        try {
            return WITH_LISTS.contains(value.getClass()) ? BookJson.write(value) : JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    /** @throws IllegalArgumentException when it is none; the message has nothing of it, because it may have cards */
    static <T> T read(String json, Class<T> type) {
        try {
            return WITH_LISTS.contains(type) ? BookJson.read(json, type) : JSON.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw notOf(type, json, e);
        }
    }

    /** Without a cause, whose message repeats values. */
    private static IllegalArgumentException notOf(Class<?> type, String json, JsonProcessingException e) {
        JsonLocation place = e.getLocation();
        String of = "the JSON of a " + type.getSimpleName();
        return new IllegalArgumentException((BookJson.isTooLong(e)
                        ? "a text is longer than members take in " + of
                        : "not " + of + "; run one version of the product")
                + ": character "
                + (place == null ? "unknown" : place.getCharOffset()) + " of " + json.length());
    }
}
