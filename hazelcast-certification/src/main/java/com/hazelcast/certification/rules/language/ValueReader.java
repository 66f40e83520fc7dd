package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageParser;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.EntryValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.FactorContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.NestedValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.NumberValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.OwnedValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.PrimaryContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.RunningValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.TableValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.TermContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ZoneContext;
import com.hazelcast.certification.rules.lists.Rates;
import com.hazelcast.certification.rules.model.CalendarPart;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Expression.Exchanged;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Expression.Otherwise;
import com.hazelcast.certification.rules.model.Expression.Running;
import com.hazelcast.certification.rules.model.Expression.TableValue;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.LookUps;
import com.hazelcast.certification.rules.model.Type;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Reads values: names, literals and calculations. */
final class ValueReader {
    static final String RUNNING_BEHIND_WHERE = "running(…) counts entries, so it stands behind 'where' of an aggregate";

    private static final String OWNER_TRANSACTION = "tx";
    private static final String OWNER_CARD = "card";

    private final Declarations declarations;
    private final boolean isOfEntry;

    /** @param isOfEntry whether it reads what an aggregate looks at, so that plain names are the entry's fields */
    ValueReader(Declarations declarations, boolean isOfEntry) {
        this.declarations = declarations;
        this.isOfEntry = isOfEntry;
    }

    Typed read(ValueContext context) {
        Typed sum = term(context.term(0));
        for (int i = 1; i < context.term().size(); i++) {
            boolean isPlus =
                    ((TerminalNode) context.getChild(2 * i - 1)).getSymbol().getType() == RuleLanguageParser.PLUS;
            sum = Calculator.added(context, sum, term(context.term(i)), isPlus);
        }
        return sum;
    }

    private Typed term(TermContext context) {
        Typed product = factor(context.factor(0));
        for (int i = 1; i < context.factor().size(); i++) {
            boolean isTimes =
                    ((TerminalNode) context.getChild(2 * i - 1)).getSymbol().getType() == RuleLanguageParser.TIMES;
            Typed next = factor(context.factor(i));
            product = isTimes
                    ? Calculator.multiplied(context, product, next)
                    : Calculator.divided(context.factor(i), product, next);
        }
        return product;
    }

    private Typed factor(FactorContext context) {
        Typed value = primary(context.primary());
        if (context.word() != null) {
            value = exchanged(context, value);
        }
        return context.MINUS() == null ? value : Calculator.negated(context, value);
    }

    private Typed exchanged(FactorContext context, Typed amount) {
        String currency = context.word().getText().toUpperCase(Locale.ROOT);
        LookUps.Exchange exchange = declarations.exchanges.get(currency);
        if (exchange == null) {
            throw ProblemAt.of(
                    context.word(),
                    "no exchange to '" + Names.shown(currency) + "' is declared; begin the set with: exchange "
                            + Names.shown(currency) + " from 'rates.csv'");
        }
        Rates rates = exchange.rates();
        boolean isEntrys = amount.expression().equals(new EntryField(Field.AMOUNT));
        if (!isEntrys && !amount.expression().equals(new TransactionField(Field.AMOUNT))) {
            throw ProblemAt.of(
                    context,
                    "only amount and tx.amount can be exchanged 'to' a currency, as each has one of its own; of a sum exchange what is added, as in sum(amount to "
                            + currency + ", last 1d)");
        }
        Expression from = isEntrys ? new EntryField(Field.CURRENCY) : new TransactionField(Field.CURRENCY);
        long max = Integer.MAX_VALUE * Math.max(perUnitUsual(rates.digits()), rates.perUnitMax());
        return Typed.of(new Exchanged(amount.expression(), from, rates), Type.money(currency, rates.digits()), 0, max);
    }

    /**
     * Minor units of a currency with so many digits that one of another may be worth: what the greatest rate gives where both are usual. So ranges
     * do not follow each new file of rates; only with one that goes beyond they are greater.
     */
    private static long perUnitUsual(int digits) {
        long perUnit = LanguageLimits.RATE_MAX;
        for (int i = 0; i < Math.min(digits, Literals.MINOR_DIGITS_USUAL); i++) {
            perUnit *= 10;
        }
        return perUnit;
    }

    private Typed primary(PrimaryContext context) {
        if (context instanceof NumberValueContext number) {
            return number(number);
        }
        if (context instanceof OwnedValueContext owned) {
            return owned(owned);
        }
        if (context instanceof EntryValueContext entry) {
            return entry(entry);
        }
        if (context instanceof NestedValueContext nested) {
            return nested(nested);
        }
        if (context instanceof TableValueContext table) {
            return table(table);
        }
        if (context instanceof RunningValueContext running) {
            return running(running);
        }
        if (context instanceof RuleLanguageParser.CallValueContext call) {
            return new AggregateReader(declarations, isOfEntry).value(call.call());
        }
        if (context instanceof RuleLanguageParser.SpeedValueContext speed) {
            return SpeedReader.read(declarations, speed, isOfEntry);
        }
        Token token = context.getStart();
        return switch (token.getType()) {
            case RuleLanguageParser.DURATION -> Typed.constant(durationMs(token), Type.DURATION);
            case RuleLanguageParser.TIME_OF_DAY -> Typed.constant(minuteOfDay(token), Type.of(Kind.TIME_OF_DAY));
            default -> Typed.text(unquoted(token));
        };
    }

    /** What stands between the quotes; two of them in a row are one. */
    static String unquoted(Token token) {
        return token.getText().substring(1, token.getText().length() - 1).replace("''", "'");
    }

    static long durationMs(Token token) {
        String text = token.getText();
        long unitMs = switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
            case 's' -> 1_000L;
            case 'm' -> 60_000L;
            case 'h' -> 3_600_000L;
            default -> 86_400_000L;
        };
        String digits = text.substring(0, text.length() - 1);
        if (digits.length() > 9) {
            throw ProblemAt.of(token, "a duration has at most nine digits: duration=" + Names.shown(text));
        }
        return Long.parseLong(digits) * unitMs;
    }

    private static int minuteOfDay(Token token) {
        int hour = Integer.parseInt(token.getText().substring(0, 2));
        int minute = Integer.parseInt(token.getText().substring(3));
        if (hour > 23 || minute > 59) {
            throw ProblemAt.of(token, "a time of day is 00:00 to 23:59: value=" + token.getText());
        }
        return hour * 60 + minute;
    }

    /** A plain number, or money when a currency follows it. */
    private static Typed number(NumberValueContext context) {
        Token token = context.NUMBER().getSymbol();
        String digits = token.getText().replace("_", "");
        int point = digits.indexOf('.');
        int decimals = point < 0 ? 0 : digits.length() - point - 1;
        BigInteger value = new BigInteger(digits.length() > 40 ? "9".repeat(40) : digits.replace(".", ""));
        if (decimals > LanguageLimits.DECIMALS_MAX || value.compareTo(Typed.LIMIT) > 0) {
            throw ProblemAt.of(
                    token,
                    "a number has at most " + LanguageLimits.DECIMALS_MAX + " decimals and is below "
                            + LanguageLimits.VALUE_MAX + ": number=" + Names.shown(token.getText()));
        }
        Typed number = Typed.constant(value.longValueExact(), Type.NUMBER.withDecimals(decimals));
        return context.word() == null ? number : money(context, number);
    }

    private static Typed money(NumberValueContext context, Typed number) {
        String currency = context.word().getText().toUpperCase(Locale.ROOT);
        int digits;
        try {
            digits = Literals.minorDigits(currency);
        } catch (IllegalArgumentException e) {
            throw ProblemAt.of(context.word(), "behind a number only a currency may stand: " + e.getMessage());
        }
        int decimals = number.type().decimals();
        int most = Math.max(digits, Literals.MINOR_DIGITS_USUAL);
        if (decimals > most) {
            throw ProblemAt.of(
                    context,
                    "money in " + currency + " has at most " + most + " decimals: number="
                            + context.NUMBER().getText());
        }
        long value = number.value();
        while (decimals > digits && value % 10 == 0) {
            value /= 10;
            decimals--;
        }
        // Where half a yen is left over, all that it is compared with gets its decimals: that is exact.
        Typed money = Typed.constant(value, Type.money(currency, decimals)).withDecimals(Math.max(digits, decimals));
        if (!money.isInRange()) {
            throw Calculator.overflow(context);
        }
        return money;
    }

    private Typed owned(OwnedValueContext context) {
        String owner = context.word(0).getText().toLowerCase(Locale.ROOT);
        String name = context.word(1).getText().toLowerCase(Locale.ROOT);
        if (owner.equals(OWNER_TRANSACTION)) {
            return field(context, name, context.zone(), false);
        }
        if (owner.equals(OWNER_CARD)) {
            requireNoZone(context.zone());
            if (isOfEntry) {
                throw ProblemAt.of(
                        context,
                        "a value of the card cannot stand inside of an aggregate: value=card." + Names.shown(name));
            }
            return AggregateReader.cardValue(declarations, context, name);
        }
        throw ProblemAt.of(
                context,
                "values belong to tx (the transaction) or card: found '" + Names.shown(owner) + "'"
                        + Names.meant(owner, List.of(OWNER_TRANSACTION, OWNER_CARD)));
    }

    private Typed entry(EntryValueContext context) {
        String name = context.word().getText().toLowerCase(Locale.ROOT);
        int weekday = Literals.WEEKDAYS.indexOf(name);
        if (weekday >= 0) {
            requireNoZone(context.zone());
            return Typed.constant(weekday + 1, Type.of(Kind.WEEKDAY));
        }
        if (!isOfEntry) {
            String meant = fieldNames().contains(name) ? "; write tx." + name : Names.meant("tx." + name, ownedNames());
            throw ProblemAt.of(
                    context,
                    "there is no value of that name outside of an aggregate: name=" + Names.shown(name) + meant);
        }
        return field(context, name, context.zone(), true);
    }

    private static List<String> fieldNames() {
        List<String> names = new ArrayList<>();
        Arrays.stream(Field.values()).forEach(field -> names.add(field.label()));
        Arrays.stream(CalendarPart.values()).forEach(part -> names.add(part.label()));
        return names;
    }

    private static List<String> ownedNames() {
        return fieldNames().stream().map(name -> OWNER_TRANSACTION + "." + name).toList();
    }

    private Typed field(ParserRuleContext context, String name, @Nullable ZoneContext zone, boolean isEntrys) {
        Field field = Field.named(name).orElse(null);
        if (field != null) {
            requireNoZone(zone);
            if (field.isOfCardNumber() && declarations.literals.areCardsKeyed()) {
                throw ProblemAt.of(
                        context,
                        "members that have a card key (card-key-file) have no digits of a card's number, so there is no BIN: value="
                                + name + "; use tx.card, or a list of cards");
            }
            Expression value = isEntrys ? new EntryField(field) : new TransactionField(field);
            long max = field == Field.TIME
                    ? TransactionLayout.TIME_MS_MAX
                    : field.kind().max();
            // A card's word has 64 bits; cards are only compared with each other, so no range is needed.
            return Typed.of(value, Type.of(field.kind()), 0, field == Field.CARD ? 0 : max);
        }
        CalendarPart part = CalendarPart.named(name)
                .orElseThrow(() -> ProblemAt.of(
                        context,
                        "a transaction has no such value: name=" + Names.shown(name)
                                + Names.meant(name, fieldNames())));
        Expression time = isEntrys ? new EntryField(Field.TIME) : new TransactionField(Field.TIME);
        return Typed.of(new OnCalendar(part, zone(zone), time), Type.of(part.kind()), 0, part.max());
    }

    private static void requireNoZone(@Nullable ZoneContext zone) {
        if (zone != null) {
            throw ProblemAt.of(zone, "only hour, time_of_day, weekday, day and month stand in a zone");
        }
    }

    /** UTC when nothing is said. */
    static ZoneId zone(@Nullable ZoneContext context) {
        if (context == null) {
            return ZoneOffset.UTC;
        }
        String name = unquoted(context.STRING().getSymbol());
        try {
            return name.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(name);
        } catch (DateTimeException e) {
            throw ProblemAt.of(
                    context.STRING().getSymbol(),
                    "no zone has this name: zone='" + Names.shown(name) + "'"
                            + Names.meant(name, ZoneId.getAvailableZoneIds())
                            + "; zones are named as in 'Europe/Berlin'");
        }
    }

    private Typed nested(NestedValueContext context) {
        Typed value = read(context.value(0));
        if (context.ELSE() == null) {
            return value;
        }
        if (!value.expression().mayBeMissing()) {
            throw ProblemAt.of(context, "this value is never missing, so 'else' has no meaning");
        }
        Typed other = read(context.value(1));
        Calculator.Pair pair = Calculator.aligned(context, declarations.literals, value, other);
        return new Typed(
                new Otherwise(pair.left().expression(), pair.right().expression()),
                pair.left().type(),
                pair.left().min().min(pair.right().min()),
                pair.left().max().max(pair.right().max()),
                "");
    }

    private Typed table(TableValueContext context) {
        String name = Names.referenced(context.REFERENCE().getText());
        Declarations.TableOf table = declarations.tables.get(name);
        if (table == null) {
            String hint = declarations.lists.containsKey(name)
                    ? "; it is a list: write 'in " + Names.reference(name) + "'"
                    : Names.meant(name, declarations.tables.keySet());
            throw ProblemAt.of(context, "no such table is declared: table=@" + Names.shown(name) + hint);
        }
        if (table.isOfPlaces()) {
            throw ProblemAt.of(context, "a table of places is read by speed alone: write " + table.use(name));
        }
        Typed key = Calculator.adapted(context.value(), declarations.literals, read(context.value()), table.keyType());
        if (!key.type().equals(table.keyType())) {
            throw ProblemAt.of(
                    context.value(),
                    "the keys of @" + name + " are each " + table.keyType().label() + ", and this is "
                            + key.type().label());
        }
        long max = LanguageLimits.TABLE_VALUE_MAX * 10_000;
        return Typed.of(new TableValue(name, table.values(), key.expression()), table.valueType(), 0, max);
    }

    private Typed running(RunningValueContext context) {
        if (!isOfEntry) {
            throw ProblemAt.of(context, RUNNING_BEHIND_WHERE);
        }
        return Typed.of(
                new Running(new ConditionReader(declarations, true).read(context.condition())),
                Type.NUMBER,
                0,
                LanguageLimits.ENTRIES_MAX);
    }
}
