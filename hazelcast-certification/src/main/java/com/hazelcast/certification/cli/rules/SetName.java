package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * A set of rules as a command line names it: by a file, by its number in a cluster, or as the one that decides there. A file with such a
 * name is written with its folder, as in {@code ./active}.
 */
record SetName(String text) {
    private static final String ACTIVE = "active";

    /** Whether it names one of a cluster. */
    boolean isOfCluster() {
        return text.equals(ACTIVE) || text.matches("[1-9][0-9]{0,8}");
    }

    /** The number of one of a cluster. */
    int number(RuleBook book) {
        return text.equals(ACTIVE) ? book.active() : Integer.parseInt(text);
    }

    /** @throws IllegalArgumentException when the cluster has no such set, or not its text any more */
    RuleSetText in(RuleBook book) {
        int number = number(book);
        RecordedSet set = book.set(number)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no such set; 'rules status' lists them: set=" + number));
        if (set.isRemoved()) {
            throw new IllegalArgumentException("text and lists of that set were removed: set=" + number);
        }
        return set.text();
    }

    /** The set of a file, with its lists and tables. */
    RuleSetText ofFile() throws IOException, RuleLanguageException {
        return new RuleSetFile(Path.of(text)).withFiles();
    }

    /** Prints what is wrong with a set of a file. */
    void print(RuleLanguageException why, PrintWriter err) {
        new RuleSetFile(Path.of(text)).print(why, err);
    }
}
