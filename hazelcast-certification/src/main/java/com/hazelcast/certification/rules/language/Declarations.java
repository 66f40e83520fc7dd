package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.LookUps;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.CommonTokenStream;

/** What a text has declared so far. Used by one thread while a text is read. */
final class Declarations {
    final Literals literals;
    final CommonTokenStream tokens;
    final Map<String, ListOf> lists = new HashMap<>();
    final Map<String, TableOf> tables = new HashMap<>();

    /** By the three letters of the currency that amounts are exchanged to, in the order of the text. */
    final Map<String, LookUps.Exchange> exchanges = new LinkedHashMap<>();

    /** Names of the lists and tables that have entries, tables of places left out. */
    final List<String> learnt = new ArrayList<>();

    /** What is refused where a set is submitted alone. */
    final List<RuleSetDefinition.Remark> remarks = new ArrayList<>();

    /** All different ones, to count them. */
    final Set<Aggregate> aggregates = new HashSet<>();

    Declarations(Literals literals, CommonTokenStream tokens) {
        this.literals = literals;
        this.tokens = tokens;
    }

    /** What the set declares to look up. */
    LookUps lookUps() {
        return new LookUps(learnt, List.copyOf(exchanges.values()));
    }

    /** A list of values of a type. */
    record ListOf(Type type, LongTable values) {}

    /** A table from keys of a type to values of another. */
    record TableOf(Type keyType, Type valueType, LongTable values) {
        boolean isOfPlaces() {
            return valueType.kind() == Kind.PLACE;
        }

        /** How rules read it. */
        String use(String name) {
            String reference = Names.reference(name);
            return isOfPlaces() ? SpeedReader.NAME + "(" + reference + ")" : reference + "[…]";
        }
    }
}
