package com.hazelcast.certification.rules.live;

/**
 * A book of rules on its way to members that have another one: without what they have already.
 *
 * @param baseHash of the record of the book that they need to have; empty: none, all is in this
 * @param book without the texts and lists of the sets of that one
 */
public record NextRules(String baseHash, RuleBook book) {
    /** With all texts and lists. */
    public static NextRules whole(RuleBook book) {
        return new NextRules("", book);
    }

    /** For members that use that other book. Those of version 1 may have been configured with other rules, so they get all. */
    public static NextRules after(RuleBook base, RuleBook book) {
        return base.version() == 1 ? whole(book) : new NextRules(base.lastHash(), book.without(base));
    }

    /**
     * The whole book.
     *
     * @param own the book of the member that has received this
     * @throws IllegalStateException when it has another one than it needs
     */
    public RuleBook on(RuleBook own) {
        if (baseHash.isEmpty()) {
            return book;
        }
        if (!baseHash.equals(own.lastHash())) {
            throw new IllegalStateException(
                    "this member has another version of the rules than the one that is changed; try again: version="
                            + own.version());
        }
        return book.with(own);
    }
}
