package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageParser.SpeedValueContext;
import com.hazelcast.certification.rules.model.Expression.Speed;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.Type;
import java.util.List;
import java.util.Locale;

/** Reads {@code speed(@places)}: how fast a card came from where it paid last. */
final class SpeedReader {
    static final String NAME = "speed";

    /** What names a place. */
    static final List<String> KEY_KINDS = List.of(Field.CITY.label(), Field.COUNTRY.label(), Field.TERMINAL.label());

    private SpeedReader() {}

    /** @param isOfEntry whether it stands inside of an aggregate, where it may not */
    static Typed read(Declarations declarations, SpeedValueContext context, boolean isOfEntry) {
        String name = context.word().getText().toLowerCase(Locale.ROOT);
        if (!name.equals(NAME)) {
            throw ProblemAt.of(
                    context,
                    "only speed(…) takes a table alone: name=" + Names.shown(name) + Names.meant(name, List.of(NAME)));
        }
        if (isOfEntry) {
            throw ProblemAt.of(context, "speed(…) cannot stand inside of an aggregate");
        }
        Declarations.TableOf places = places(declarations, context);
        Field field = Field.named(places.keyType().kind().name().toLowerCase(Locale.ROOT))
                .orElseThrow();
        Speed speed = new Speed(
                places.values(),
                new TransactionField(field),
                AggregateReader.newest(declarations, context, field).expression(),
                AggregateReader.cardValue(declarations, context, "since_last").expression());
        return Typed.of(speed, Type.of(Kind.SPEED), 0, Kind.SPEED.max());
    }

    private static Declarations.TableOf places(Declarations declarations, SpeedValueContext context) {
        String name = Names.referenced(context.REFERENCE().getText());
        Declarations.TableOf table = declarations.tables.get(name);
        if (table == null) {
            throw ProblemAt.of(
                    context.REFERENCE().getSymbol(),
                    "no such table is declared: table=@" + Names.shown(name)
                            + Names.meant(name, declarations.tables.keySet()));
        }
        if (!table.isOfPlaces()) {
            throw ProblemAt.of(
                    context.REFERENCE().getSymbol(),
                    "speed(…) takes a table of places, and the values of @" + name + " are each "
                            + table.valueType().label() + "; declare it as in: table " + name
                            + " of city to place from 'places.csv'");
        }
        return table;
    }
}
