package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * What of a copy of a shard its owner lacks: all of it, a part, or nothing. The owner is asked slice by slice of the copy's cards which it
 * holds otherwise ({@link CompareCards}). A union with what is found is the same as one with the whole copy. Immutable.
 *
 * @param isWhole the copy cannot be compared, or more than half of its cards differ
 * @param part otherwise the cards that differ, with all else of the copy; the owner had the others when it answered. Empty: it had all
 */
public record CopyDifference(boolean isWhole, Optional<HistoryShard> part) {
    /** All of it is to be united with the owner's. */
    public static final CopyDifference WHOLE = new CopyDifference(true, Optional.empty());

    /**
     * A slice holds up the owner's partition thread for about a millisecond. That is an estimate: five cache misses for a card of usual
     * length, of 0.1 microseconds each, and 20 ns for the hash of an entry.
     */
    private static final int CARDS_MAX = 1_000;

    /** For the same bound, where cards are longer than usual. */
    private static final int ENTRIES_MAX = 20_000;

    /**
     * Asks the owner. Costs a look at each entry at both ends, and 24 bytes a card on the way. Blocks; on the thread that uses the copy.
     *
     * @param owner has the owner answer
     * @throws ExecutionException when an answer does not come, as from an owner that does not know the question
     */
    public static CopyDifference ask(HistoryShard copy, Function<CompareCards, CompletionStage<byte[]>> owner)
            throws InterruptedException, ExecutionException {
        int cardsInSlice = cardsInSlice(copy);
        List<long[]> differing = new ArrayList<>();
        int differingCount = 0;
        long from = 0;
        while (from < CardHash.POSITIONS) {
            long to = CardHash.endOfPart(from, cardsInSlice, copy.cardCount());
            CompareCards question = new CompareCards(copy, from, to);
            byte[] answer = owner.apply(question).toCompletableFuture().get();
            if (!CompareCards.isCompared(answer)) {
                return WHOLE;
            }
            long[] found = question.differing(answer);
            differing.add(found);
            differingCount += found.length;
            // A part would take about as much memory again.
            if (differingCount > copy.cardCount() / 2) {
                return WHOLE;
            }
            from = to;
        }
        long[] cards = differing.stream().flatMapToLong(Arrays::stream).toArray();
        return new CopyDifference(false, cards.length == 0 ? Optional.empty() : Optional.of(copy.part(cards)));
    }

    private static int cardsInSlice(HistoryShard copy) {
        long entriesPerCard = Math.max(1, copy.heldCount() / Math.max(1, copy.cardCount()));
        return (int) Math.max(1, Math.min(CARDS_MAX, ENTRIES_MAX / entriesPerCard));
    }
}
