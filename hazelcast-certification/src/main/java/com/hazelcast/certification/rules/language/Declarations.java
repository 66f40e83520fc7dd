package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.Type;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.CommonTokenStream;

/** What a text has declared so far. Used by one thread while a text is read. */
final class Declarations {
    final Literals literals;
    final CommonTokenStream tokens;
    final Map<String, ListOf> lists = new HashMap<>();
    final Map<String, TableOf> tables = new HashMap<>();

    /** By the three letters of the currency that amounts are exchanged to. */
    final Map<String, LongTable> exchanges = new HashMap<>();

    /** All different ones, to count them. */
    final Set<Aggregate> aggregates = new HashSet<>();

    Declarations(Literals literals, CommonTokenStream tokens) {
        this.literals = literals;
        this.tokens = tokens;
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
            return isOfPlaces() ? SpeedReader.NAME + "(@" + name + ")" : "@" + name + "[…]";
        }
    }
}
