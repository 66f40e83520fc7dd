package com.hazelcast.certification.backtest;

import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;

/**
 * A set of rules as it travels: its text, and that of the lists and tables it names. Immutable.
 *
 * @param files by the names that the text has
 */
public record RuleSetText(String text, Map<String, String> files) {
    public RuleSetText {
        files = Map.copyOf(files);
    }

    /**
     * The set.
     *
     * @throws RuleLanguageException when it is wrong
     */
    public RuleSetDefinition read() throws RuleLanguageException {
        return new RuleLanguage().read(text, name -> {
            String file = files.get(name);
            if (file == null) {
                throw new IOException("there is no such file with the set");
            }
            return new BufferedReader(new StringReader(file));
        });
    }
}
