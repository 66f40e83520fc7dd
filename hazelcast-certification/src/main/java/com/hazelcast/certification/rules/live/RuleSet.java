package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.CostModel;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.language.Problem;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.Score;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A set of rules, checked and compiled, with its number. Immutable, thread-safe. Making one costs up to some hundred milliseconds. */
public final class RuleSet {
    private static final int MOST_EXPENSIVE = 5;

    /** Number of the set that a cluster begins with. */
    private static final int FIRST = 1;

    private final int number;
    private final int firstCode;
    private final RuleSetText text;
    private final RuleSetDefinition definition;
    private final DecisionCodes codes;
    private final SetCost cost;
    private final CompiledRules compiled;
    private final RuleInterpreter interpreter;

    private RuleSet(
            int number,
            int firstCode,
            RuleSetText text,
            RuleSetDefinition definition,
            DecisionCodes codes,
            SetCost cost,
            CompiledRules compiled,
            RuleInterpreter interpreter) {
        this.number = number;
        this.codes = codes;
        this.firstCode = firstCode;
        this.text = text;
        this.definition = definition;
        this.cost = cost;
        this.compiled = compiled;
        this.interpreter = interpreter;
    }

    /** As the other one, with the budget that members have unless they are given another. */
    public static RuleSet of(int number, int firstCode, RuleSetText text, LongUnaryOperator identify)
            throws RuleSetRefusedException {
        return of(number, firstCode, text, identify, SetCost.BUDGET_NS);
    }

    /**
     * Checks and compiles a set. The first one of a cluster has a code for every rule, others for what they can decide.
     *
     * @param firstCode of the codes of its decisions; so many follow as {@link #codeCount} says
     * @param identify from the code of a card's number to its word, as this cluster's cards are
     * @param budgetNs what it may cost, at {@link SetCost#ENTRIES_MANY} entries a card
     * @throws RuleSetRefusedException with everything that is wrong, or when it may cost more
     */
    public static RuleSet of(int number, int firstCode, RuleSetText text, LongUnaryOperator identify, long budgetNs)
            throws RuleSetRefusedException {
        return of(
                number,
                firstCode,
                text,
                identify,
                OptionalLong.of(budgetNs),
                number == FIRST ? DecisionCodes::countOfAll : DecisionCodes::count);
    }

    /**
     * As the other one, of a set that is submitted.
     *
     * @throws RuleSetRefusedException also when it has a {@link #problem}
     */
    public static RuleSet submitted(int number, RuleSetText text, LongUnaryOperator identify, long budgetNs)
            throws RuleSetRefusedException {
        RuleSet set = of(number, 0, text, identify, budgetNs);
        Optional<Problem> problem = problem(set.definition);
        if (problem.isPresent()) {
            throw new RuleSetRefusedException(
                    problem.get().message() + " line=" + problem.get().line());
        }
        return set;
    }

    /**
     * What a set may not have that is submitted, and sets of books of releases before may: a rule that cannot be told from what is no rule by its
     * name, rates that leave out, or change, what is paid in their own currency, and a comparison of a day or month that always comes to the
     * same. Empty: nothing.
     */
    public static Optional<Problem> problem(RuleSetDefinition definition) {
        Stream<Problem> ofRates = definition.lookUps().exchanges().stream()
                .filter(exchange -> !exchange.keepsItsOwn())
                .map(exchange -> new Problem(
                        exchange.line(),
                        1,
                        "an exchange has its own currency with 1: otherwise no rule sees what is paid in it as it is; add the line "
                                + exchange.currency() + ",1 to its file: exchange=" + exchange.currency()));
        Stream<Problem> ofNames = definition.rules().stream()
                .filter(rule -> rule.name().equals(Ruling.NONE) || rule.name().equals(Ruling.POINTS))
                .map(rule -> new Problem(
                        rule.line(),
                        1,
                        "a rule cannot have the name that stands where no rule has decided; give it another one: name="
                                + rule.name()));
        Stream<Problem> ofText = definition.remarks().stream()
                .map(remark -> new Problem(remark.line(), remark.column(), remark.message()));
        return Stream.of(ofRates, ofNames, ofText).flatMap(found -> found).findFirst();
    }

    /**
     * As the other one, of a set of a book. What it costs is not held against the budget: it was when it was submitted, and a later release
     * may estimate more for what decides already.
     *
     * @param recorded the set, whose codes may be as those of older books
     */
    public static RuleSet of(RecordedSet recorded, LongUnaryOperator identify) throws RuleSetRefusedException {
        return of(
                recorded.number(),
                Math.max(0, recorded.firstCode()),
                recorded.text(),
                identify,
                OptionalLong.empty(),
                definition -> recorded.codeCount());
    }

    private static RuleSet of(
            int number,
            int firstCode,
            RuleSetText text,
            LongUnaryOperator identify,
            OptionalLong budgetNs,
            ToIntFunction<RuleSetDefinition> codeCount)
            throws RuleSetRefusedException {
        try {
            RuleSetDefinition definition = new RuleLanguage(identify).read(text.text(), text);
            DecisionCodes codes = DecisionCodes.of(definition, codeCount.applyAsInt(definition));
            SetCost cost = budgetNs.isPresent()
                    ? withinBudget(definition, budgetNs.getAsLong())
                    : CostModel.of(definition, SetCost.ENTRIES_MANY);
            return new RuleSet(
                    number,
                    firstCode,
                    text,
                    definition,
                    codes,
                    cost,
                    CompiledRules.of(definition),
                    new RuleInterpreter(definition));
        } catch (RuleLanguageException e) {
            throw new RuleSetRefusedException(String.valueOf(e.getMessage()), e);
        } catch (IllegalStateException | StackOverflowError e) {
            throw new RuleSetRefusedException("the set cannot be compiled: " + e.getMessage(), e);
        }
    }

    /** The same set with the codes that a book gives it. Nothing is compiled again. */
    public RuleSet as(RecordedSet recorded) {
        return new RuleSet(
                number,
                Math.max(0, recorded.firstCode()),
                text,
                definition,
                DecisionCodes.of(definition, recorded.codeCount()),
                cost,
                compiled,
                interpreter);
    }

    /** The same set in classes of its own: what calls it sees another set. */
    public RuleSet compiledAgain() {
        return new RuleSet(number, firstCode, text, definition, codes, cost, CompiledRules.of(definition), interpreter);
    }

    /**
     * What a set costs at most, at {@link SetCost#ENTRIES_MANY} entries a card.
     *
     * @throws RuleSetRefusedException when that is more than the budget; names the most expensive rules
     */
    public static SetCost withinBudget(RuleSetDefinition definition, long budgetNs) throws RuleSetRefusedException {
        SetCost cost = CostModel.of(definition, SetCost.ENTRIES_MANY);
        if (cost.ns() > budgetNs) {
            throw new RuleSetRefusedException(String.format(
                    Locale.ROOT,
                    "the set costs too much: at most %,.0f ns at %d entries a card, and its budget (rules-budget-ns) is %,d ns; the most expensive rules: %s",
                    cost.ns(),
                    cost.entries(),
                    budgetNs,
                    cost.mostExpensive(MOST_EXPENSIVE).stream()
                            .map(rule -> String.format(Locale.ROOT, "%s (%,.0f ns)", rule.name(), rule.ns()))
                            .collect(Collectors.joining(", "))));
        }
        return cost;
    }

    /** The set that comes with the program, for cards that are not keyed. Compiled once. */
    public static RuleSet shipped() {
        return Shipped.SET;
    }

    /** Its number. */
    public int number() {
        return number;
    }

    /** Of the decision that no rule holds: the first of its codes. */
    public int firstCode() {
        return firstCode;
    }

    /** How many different decisions it makes: that no rule holds, one a rule with an action, and what points may come to. */
    public int codeCount() {
        return codes.count();
    }

    /**
     * The code of a decision.
     *
     * @param rule that decided; 0: none has
     * @param action that was taken
     */
    public int codeOf(int rule, Action action) {
        return firstCode + codes.of(rule, action);
    }

    /**
     * As the other one, with what is kept of the sum of points.
     *
     * @param sum of the points of the rules that held; of no meaning where a rule has decided
     */
    public int codeOf(int rule, Action action, int sum) {
        return firstCode + codes.of(rule, action, sum);
    }

    /** The code of the decisions of a rule; empty: it has points, and none. */
    public OptionalInt codeOf(RuleDefinition rule) {
        return rule.action().isEmpty() ? OptionalInt.empty() : OptionalInt.of(codeOf(rule.number(), Action.APPROVE));
    }

    /** Number of the rule of a decision of this set; 0: none held, or the sum of points has decided. */
    public int ruleOf(int code) {
        return codes.rule(code - firstCode);
    }

    /** The action of a decision of this set. */
    public Action actionOf(int code) {
        return codes.action(code - firstCode);
    }

    /** What is known of the sum of points of a decision of this set. */
    public Score scoreOf(int code) {
        return codes.score(code - firstCode);
    }

    /** As the text says. */
    public String name() {
        return definition.name();
    }

    /** As it was written. */
    public RuleSetText text() {
        return text;
    }

    /** What it costs at most, for a card with {@link SetCost#ENTRIES_MANY} entries. */
    public SetCost cost() {
        return cost;
    }

    /** The checked tree. */
    public RuleSetDefinition definition() {
        return definition;
    }

    /** The rules, in their order. */
    public List<RuleDefinition> rules() {
        return definition.rules();
    }

    /** The rule with that number, if there is one. */
    public Optional<RuleDefinition> rule(int ruleNumber) {
        return ruleNumber >= 1 && ruleNumber <= rules().size()
                ? Optional.of(rules().get(ruleNumber - 1))
                : Optional.empty();
    }

    /** Decides, for one thread. */
    public RuleEvaluator newEvaluator() {
        return compiled.newEvaluator();
    }

    /** Says why rules hold. */
    public RuleInterpreter interpreter() {
        return interpreter;
    }

    @Override
    public String toString() {
        return name() + " (set " + number + ", " + rules().size() + " rules)";
    }

    private static final class Shipped {
        private static final RuleSet SET = make();

        private static RuleSet make() {
            try {
                return of(FIRST, 0, RuleSetText.shipped(), code -> code);
            } catch (RuleSetRefusedException e) {
                throw new IllegalStateException("the rules that come with the program are wrong: " + e.getMessage(), e);
            }
        }
    }
}
