package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ActionContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ExchangeHeaderContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.HeaderContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ListHeaderContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.NameContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.PointsHeaderContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.RuleDefinitionContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.RuleSetContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.TableHeaderContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ThresholdContext;
import com.hazelcast.certification.rules.lists.CsvException;
import com.hazelcast.certification.rules.lists.CsvReader;
import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.lists.Rates;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.LookUps;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition.Threshold;
import com.hazelcast.certification.rules.model.Type;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Reads a whole text: headers, then rules. What is wrong in one of them does not keep the next from being read. */
final class SetReader {
    private static final List<String> KEY_KINDS = Arrays.stream(Field.values())
            .filter(field -> field.kind().isCode() || field == Field.CARD || field == Field.TERMINAL)
            .map(Field::label)
            .toList();
    static final List<String> VALUE_KINDS = List.of("number", "amount", "place");

    private final Declarations declarations;
    private final RuleFiles files;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Threshold> thresholds = new ArrayList<>();
    private final List<RuleDefinition> rules = new ArrayList<>();
    private final Map<String, Integer> lineByName = new HashMap<>();

    SetReader(Declarations declarations, RuleFiles files) {
        this.declarations = declarations;
        this.files = files;
    }

    List<Problem> problems() {
        return problems;
    }

    RuleSetDefinition read(RuleSetContext context) {
        String name = context.setName() == null
                ? "unnamed"
                : tried(() -> name(context.setName().name()));
        context.header().forEach(header -> tried(() -> header(header)));
        boolean hasPoints = context.ruleDefinition().stream()
                .anyMatch(rule -> rule.outcome().POINTS() != null);
        if (context.ruleDefinition().isEmpty()) {
            add(ProblemAt.of(context, "there is no rule; begin one with: rule name decline when …"));
        }
        for (RuleDefinitionContext rule : context.ruleDefinition()) {
            tried(() -> rules.add(rule(rule)));
        }
        if (hasPoints && thresholds.isEmpty()) {
            add(ProblemAt.of(
                    context, "rules have points, and no action takes them; begin the set as in: points review at 50"));
        }
        thresholds.sort((a, b) -> Integer.compare(b.points(), a.points()));
        return new RuleSetDefinition(
                name.isEmpty() ? "unnamed" : name, rules, thresholds, declarations.lookUps(), declarations.remarks);
    }

    private interface Reading<T> {
        T read();
    }

    private String tried(Reading<?> reading) {
        try {
            return String.valueOf(reading.read());
        } catch (ProblemAt e) {
            add(e);
            return "";
        }
    }

    private void add(ProblemAt problem) {
        if (problems.size() < LanguageLimits.PROBLEMS_MAX) {
            problems.add(problem.problem());
        }
    }

    private static String name(NameContext context) {
        String text = context.QUOTED() == null
                ? context.getText()
                : ValueReader.unquoted(context.QUOTED().getSymbol());
        String name = text.toLowerCase(Locale.ROOT);
        if (!Names.isAllowed(name)) {
            throw ProblemAt.of(
                    context,
                    "a name begins with a letter and has at most " + LanguageLimits.NAME_MAX
                            + " letters (a to z), digits, _ and -: name=" + Names.shown(text));
        }
        return name;
    }

    private boolean header(HeaderContext context) {
        if (context instanceof PointsHeaderContext points) {
            points.threshold().forEach(this::threshold);
            return true;
        }
        if (declarations.lists.size() + declarations.tables.size() + declarations.exchanges.size()
                >= LanguageLimits.FILES_MAX) {
            throw ProblemAt.of(
                    context, "a set has at most " + LanguageLimits.FILES_MAX + " lists, tables and exchanges");
        }
        if (context instanceof ListHeaderContext list) {
            return list(list);
        }
        if (context instanceof TableHeaderContext table) {
            return table(table);
        }
        return exchange((ExchangeHeaderContext) context);
    }

    private boolean list(ListHeaderContext context) {
        String name = newName(context.name());
        Type type = Type.of(kind(context.word(), KEY_KINDS));
        LongTable values =
                file(context.STRING().getSymbol(), in -> CsvReader.list(in, text -> number(type.kind(), text)));
        declarations.lists.put(name, new Declarations.ListOf(type, values));
        return addLearnt(name, values);
    }

    private boolean table(TableHeaderContext context) {
        String name = newName(context.name());
        Kind valueKind = kind(context.word(1), VALUE_KINDS);
        boolean isOfPlaces = valueKind == Kind.PLACE;
        Type keyType = Type.of(kind(context.word(0), isOfPlaces ? SpeedReader.KEY_KINDS : KEY_KINDS));
        ToLongFunction<String> key = text -> number(keyType.kind(), text);
        LongTable values = file(
                context.STRING().getSymbol(),
                in -> isOfPlaces
                        ? CsvReader.places(in, key)
                        : CsvReader.table(in, key, LanguageLimits.TABLE_DECIMALS, LanguageLimits.TABLE_VALUE_MAX));
        Type valueType = Type.of(valueKind).withDecimals(isOfPlaces ? 0 : LanguageLimits.TABLE_DECIMALS);
        declarations.tables.put(name, new Declarations.TableOf(keyType, valueType, values));
        return isOfPlaces || addLearnt(name, values);
    }

    private boolean addLearnt(String name, LongTable values) {
        return values.count() == 0 || declarations.learnt.add(name);
    }

    private boolean exchange(ExchangeHeaderContext context) {
        String currency = context.word().getText().toUpperCase(Locale.ROOT);
        int digits;
        try {
            digits = Literals.minorDigits(currency);
        } catch (IllegalArgumentException e) {
            throw ProblemAt.of(context.word(), String.valueOf(e.getMessage()));
        }
        if (declarations.exchanges.containsKey(currency)) {
            throw ProblemAt.of(context, "this exchange is declared twice: currency=" + currency);
        }
        LongTable rates = file(
                context.STRING().getSymbol(),
                in -> CsvReader.table(
                        in, text -> number(Kind.CURRENCY, text), Rates.DECIMALS, LanguageLimits.RATE_MAX));
        declarations.exchanges.put(
                currency,
                new LookUps.Exchange(
                        currency, new Rates(rates, digits), context.getStart().getLine()));
        return true;
    }

    private long number(Kind kind, String text) {
        return declarations.literals.number(kind, text);
    }

    private String newName(NameContext context) {
        String name = name(context);
        if (declarations.lists.containsKey(name) || declarations.tables.containsKey(name)) {
            throw ProblemAt.of(context, "there is a list or a table of this name: name=" + name);
        }
        return name;
    }

    private static Kind kind(ParserRuleContext context, List<String> allowed) {
        String word = context.getText().toLowerCase(Locale.ROOT);
        if (!allowed.contains(word)) {
            throw ProblemAt.of(
                    context,
                    "this must be one of " + String.join(", ", allowed) + ": found=" + Names.shown(word)
                            + Names.meant(word, allowed));
        }
        return Kind.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private interface FileReading {
        LongTable read(BufferedReader in) throws IOException, CsvException;
    }

    private LongTable file(Token token, FileReading reading) {
        String name = ValueReader.unquoted(token);
        try (BufferedReader in = files.open(name)) {
            return reading.read(in);
        } catch (CharacterCodingException e) {
            throw ProblemAt.of(token, "the file is not text in UTF-8: file='" + Names.shown(name) + "'");
        } catch (IOException e) {
            throw ProblemAt.of(
                    token,
                    "the file cannot be read: file='" + Names.shown(name) + "' ("
                            + Names.printable(String.valueOf(e.getMessage())) + ")");
        } catch (CsvException e) {
            throw ProblemAt.of(token, "in '" + Names.shown(name) + "', " + e.getMessage());
        }
    }

    private void threshold(ThresholdContext context) {
        Action action = action(context.action());
        int points = points(context.NUMBER().getSymbol());
        boolean isTwice = thresholds.stream().anyMatch(other -> other.action() == action || other.points() == points);
        boolean isInverted =
                thresholds.stream().anyMatch(other -> action.compareTo(other.action()) > 0 != points > other.points());
        if (isTwice || isInverted || action == Action.APPROVE) {
            throw ProblemAt.of(
                    context,
                    "thresholds name challenge, review and decline at most once each, with more points for the harder action");
        }
        thresholds.add(new Threshold(action, points));
    }

    private static int points(Token token) {
        String text = token.getText();
        if (!text.matches("[0-9]{1,7}")
                || Integer.parseInt(text) < 1
                || Integer.parseInt(text) > LanguageLimits.POINTS_MAX) {
            throw ProblemAt.of(
                    token,
                    "points are a whole number of 1 to " + LanguageLimits.POINTS_MAX + ": points=" + Names.shown(text));
        }
        return Integer.parseInt(text);
    }

    private static Action action(ActionContext context) {
        return Action.valueOf(context.getText().toUpperCase(Locale.ROOT));
    }

    private RuleDefinition rule(RuleDefinitionContext context) {
        String name = name(context.name(0));
        int line = context.getStart().getLine();
        Integer earlier = lineByName.putIfAbsent(name, line);
        if (earlier != null) {
            throw ProblemAt.of(context.name(0), "two rules have one name: name=" + name + ", first in line " + earlier);
        }
        int tokens = context.getStop().getTokenIndex() - context.getStart().getTokenIndex() + 1;
        if (tokens > LanguageLimits.TOKENS_PER_RULE_MAX) {
            throw ProblemAt.of(
                    context,
                    "a rule has at most " + LanguageLimits.TOKENS_PER_RULE_MAX
                            + " words and signs; put long lists into a file, or make two rules: rule=" + name
                            + ", found=" + tokens);
        }
        Condition condition = new ConditionReader(declarations, false).read(context.condition());
        boolean isAction = context.outcome().action() != null;
        return new RuleDefinition(
                lineByName.size(),
                name,
                description(context),
                isAction ? Optional.of(action(context.outcome().action())) : Optional.empty(),
                isAction ? 0 : points(context.outcome().NUMBER().getSymbol()),
                context.name().stream().skip(1).map(SetReader::name).distinct().toList(),
                condition,
                line);
    }

    private static String description(RuleDefinitionContext context) {
        if (context.STRING() == null) {
            return "";
        }
        String text = ValueReader.unquoted(context.STRING().getSymbol());
        boolean hasMarkup = text.chars()
                .anyMatch(
                        c -> c < ' ' || c == '<' || c == '>' || c == 0x7f || Character.getType(c) == Character.FORMAT);
        if (text.length() > LanguageLimits.DESCRIPTION_MAX || hasMarkup) {
            throw ProblemAt.of(
                    context.STRING().getSymbol(),
                    "a description has at most " + LanguageLimits.DESCRIPTION_MAX
                            + " characters, and no markup (<, >, control characters)");
        }
        return text;
    }
}
