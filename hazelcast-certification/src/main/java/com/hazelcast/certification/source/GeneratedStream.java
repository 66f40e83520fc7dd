package com.hazelcast.certification.source;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.traffic.CleanGenerator;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.NaturalGenerator;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.StreamCalendar;
import com.hazelcast.certification.traffic.Traffic;
import java.util.Optional;

/**
 * Which transactions to generate; the same stream has the same fields. Immutable.
 *
 * @param traffic whose transactions
 * @param cards card numbers are 0 to {@code cards - 1}; for natural traffic as many as histories are loaded of
 * @param seed of all random fields
 * @param calendar whose times the transactions have; none: those when they are due
 */
public record GeneratedStream(Traffic traffic, long cards, long seed, Optional<StreamCalendar> calendar) {
    /** A stream whose transactions are of the time when they are due. */
    public GeneratedStream(Traffic traffic, long cards, long seed) {
        this(traffic, cards, seed, Optional.empty());
    }

    /** @throws IllegalArgumentException when the number of cards is out of range */
    public GeneratedStream {
        cards = RecordGenerator.requireCards(cards);
    }

    /** Makes all of it in one go, such as for a file. */
    public RecordGenerator generator(LabelSink labels) {
        return timed(fields(seed, labels));
    }

    /** Makes the part of a connection, from 0 in the order of arrival. */
    RecordGenerator generator(int connection, LabelSink labels) {
        // Mixed, so that neighbouring seeds do not share the streams of neighbouring connections.
        return timed(fields(CardHash.of(seed) + connection, labels));
    }

    private RecordGenerator timed(RecordGenerator generator) {
        return calendar.map(times -> times.of(generator)).orElse(generator);
    }

    private RecordGenerator fields(long seedOfPart, LabelSink labels) {
        return switch (traffic) {
            case NATURAL -> new NaturalGenerator(cards, seedOfPart, labels);
            case CHALLENGE -> new TransactionGenerator(cards, seedOfPart);
            case CLEAN -> new CleanGenerator(cards, seedOfPart);
        };
    }
}
