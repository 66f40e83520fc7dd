package com.hazelcast.certification.systemtests.planted;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Raises the planted exceptions and records each firing: a byte in the place's file of this process. Thread-safe. */
public final class Planted {
    private static final Set<Long> FIRED = ConcurrentHashMap.newKeySet();
    private static volatile Path folder = Path.of(".");

    private Planted() {}

    static void recordInto(Path target) {
        folder = target;
    }

    /** Called where an exception is planted for one transaction. */
    public static void at(Place place, long card, long payment) {
        if (place.has(card)
                && TransactionLayout.code(payment) == Place.CODE
                && (place != Place.BACKUP_ONCE || isFirstOfTwo(card))) {
            raise(place);
        }
    }

    /** As above, of a transaction among others. */
    public static void at(Place place, byte[] transactions, int offset) {
        at(place, TransactionLayout.cardAt(transactions, offset), TransactionLayout.paymentAt(transactions, offset));
    }

    /** Called where an exception is planted for a new card. */
    public static void atNewCard(Place place, long card) {
        if (place.has(card)) {
            raise(place);
        }
    }

    /** Called where an exception is planted for a batch that holds a transaction. */
    public static void atBatch(Place place, byte[] transactions, int count) {
        for (int i = 0; i < count; i++) {
            at(place, transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
    }

    private static void raise(Place place) {
        record(place);
        if (place == Place.RULES_STACK) {
            throw new StackOverflowError("planted: place=" + place);
        }
        throw new IllegalStateException("planted: place=" + place);
    }

    /** Every other time: what failed is repeated, and is then to succeed. */
    private static boolean isFirstOfTwo(long card) {
        return FIRED.add(card) || !FIRED.remove(card);
    }

    private static void record(Place place) {
        Path file = folder.resolve(place + "-" + ProcessHandle.current().pid());
        try {
            Files.write(file, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("a firing could not be recorded: file=" + file, e);
        }
    }
}
