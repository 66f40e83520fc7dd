package com.hazelcast.certification.rules.live;

import org.jspecify.annotations.Nullable;

/**
 * Which book of rules a member uses, and which next one it has agreed to use. Small, in place of the books.
 *
 * @param hash of the last line of its record
 * @param agreedVersion of the book that it has agreed to and does not use yet; 0: there is none
 * @param agreedHash of that one; empty: there is none
 * @param breaker the limits that the member holds sets to; null: it is of a release before
 * @param readsOutlines whether it has what is left of a set whose text was removed; members of releases before do not say so
 * @param committed whether the member was notified that all have agreed to the agreed one; null: it is of a release before, which uses a
 *     book without that
 */
public record RuleState(
        long version,
        String hash,
        long agreedVersion,
        String agreedHash,
        @Nullable BreakerLimits breaker,
        boolean readsOutlines,
        @Nullable Boolean committed) {
    /**
     * Of a member of this release with these books.
     *
     * @param isCommitted whether the member was notified that all have agreed to that next one
     * @param breaker the limits that it holds sets to
     */
    public static RuleState of(RuleBook book, @Nullable RuleBook agreed, boolean isCommitted, BreakerLimits breaker) {
        return new RuleState(
                book.version(),
                book.lastHash(),
                agreed == null ? 0 : agreed.version(),
                agreed == null ? "" : agreed.lastHash(),
                breaker,
                true,
                isCommitted);
    }

    /** Whether the book in use is to be used in place of the other's, as {@link RuleBook#isAheadOf} has it. */
    public boolean isAheadOf(RuleState other) {
        return version != other.version ? version > other.version : hash.compareTo(other.hash) > 0;
    }

    /** Whether it has agreed to a book that is newer than the one in use that is given. */
    public boolean hasAgreedBeyond(RuleState newest) {
        return agreedVersion > newest.version;
    }

    /** Whether a member may use the agreed book already: none does before all have been notified that all have agreed. */
    public boolean mayBeInUse() {
        return committed == null || committed;
    }
}
