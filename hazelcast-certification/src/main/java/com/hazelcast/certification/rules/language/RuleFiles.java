package com.hazelcast.certification.rules.language;

import java.io.BufferedReader;
import java.io.IOException;

/** Where the files are that a set of rules names. */
public interface RuleFiles {
    /**
     * Opens a list or a table.
     *
     * @param name as the text has it
     * @throws IOException when there is none of that name or it cannot be read
     */
    BufferedReader open(String name) throws IOException;

    /** No files. */
    static RuleFiles none() {
        return name -> {
            throw new IOException("there are no files here");
        };
    }
}
