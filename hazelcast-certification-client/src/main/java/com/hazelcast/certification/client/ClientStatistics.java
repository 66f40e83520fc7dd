package com.hazelcast.certification.client;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a client has counted since it was made. The counts are read one after the other while the client works, so they need not add up to
 * the last transaction.
 *
 * @param submitted transactions handed in
 * @param answered by what became of them; every status is there
 * @param rejected of these, the rejected ones by reason; every reason is there
 * @param failed completed without an answer, because the client was closed
 * @param sentAgain records sent once more, because their connection was lost or their shard gave no answers
 * @param slow answered later than {@link ClientConfig#slowAfter}
 * @param connections hellos of members so far, the first included
 * @param losses connections lost, and attempts that did not come about, by why; every kind is there. Not attempts to move: the client stays
 *     where it is when one fails, and loses nothing
 * @param moved times that the client has gone to a member that it prefers, with nothing lost
 * @param listsRefused lists of gateways, and tables of owners, that could not be used
 * @param toOwners transactions given to the connection to the owner of their shard, knowing that it is ({@link ClientConfig#owners})
 * @param answerNanos time from when a transaction was due to its answer, in nanoseconds; a copy of some 40 KiB, two significant digits
 */
public record ClientStatistics(
        long submitted,
        Map<Verdict.Status, Long> answered,
        Map<RejectionReason, Long> rejected,
        long failed,
        long sentAgain,
        long slow,
        long connections,
        Map<ConnectionLoss, Long> losses,
        long moved,
        long listsRefused,
        long toOwners,
        Histogram answerNanos) {
    /** Connections lost, and attempts that did not come about. */
    public long connectionsLost() {
        return losses.values().stream().mapToLong(Long::longValue).sum();
    }
}
