package com.hazelcast.certification.console.members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the console asks of the cluster. Thread-safe; every method may block unless it says otherwise. */
public interface ConsoleCluster {
    /**
     * Puts a question to the consoles of all members, this one too; each has {@code Console} answer it.
     *
     * @param timeoutMs after which a member that has not answered is given up for this time
     */
    List<MemberAnswer> ask(String question, long timeoutMs);

    /** Puts a question, the answer to which is where a member serves the API, to those members of which that is not known. */
    void learnConsoles(String question, long timeoutMs);

    /** Where members that are or were in the cluster serve the API, by member address, as far as learnt. Does not block. */
    Map<String, String> consoles();

    /** Length of the key of links to cards. */
    int CARD_LINK_KEY_SIZE_BYTES = 32;

    /** The key of links to cards, random and the same on all members; made when it is requested first. */
    byte[] cardLinkKey();

    /** The key of links to cards, if one has been made. Does not block. */
    Optional<byte[]> knownCardLinkKey();

    /** Why scoring cannot be started now, and what to do; empty when it can. */
    Optional<String> whyNotStart();

    /** Starts scoring on all members. */
    void start();

    /**
     * Stops scoring on all members; returns when what they had read is answered.
     *
     * @throws IllegalStateException when they no longer read, and something is not answered after a while
     */
    void stop();

    /** Begins a load of the cluster. */
    void load();
}
