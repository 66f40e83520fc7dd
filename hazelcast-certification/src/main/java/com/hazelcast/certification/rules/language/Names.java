package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.client.CardNumber;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names: which are allowed, and which one was meant. Pure. */
final class Names {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_-]*");

    /** Letters by which a known name may differ to be proposed. */
    private static final int DISTANCE_MAX = 2;

    /** A longer name is cut where it is shown. */
    private static final int SHOWN_MAX = 40;

    private Names() {}

    static boolean isAllowed(String name) {
        return name.length() <= LanguageLimits.NAME_MAX && PLAIN.matcher(name).matches();
    }

    /** How a text names a list or a table that it has declared. */
    static String reference(String name) {
        return name.indexOf('-') < 0 ? "@" + name : "@\"" + name + "\"";
    }

    /** The name that a text gives behind {@code @}, in double quotes or without. */
    static String referenced(String reference) {
        boolean isQuoted = reference.length() > 2 && reference.charAt(1) == '"';
        return (isQuoted ? reference.substring(2, reference.length() - 1) : reference.substring(1))
                .toLowerCase(Locale.ROOT);
    }

    /** What a message adds: {@code ; did you mean 'x'?}, or nothing when no known name is near. */
    static String meant(String name, Collection<String> known) {
        return nearest(name, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    private static Optional<String> nearest(String name, Collection<String> known) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        if (lowerCase.length() > LanguageLimits.NAME_MAX) {
            return Optional.empty();
        }
        String nearest = "";
        int least = Math.min(DISTANCE_MAX, lowerCase.length() / 2) + 1;
        for (String candidate : known) {
            int distance = distance(lowerCase, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest.isEmpty() ? Optional.empty() : Optional.of(nearest);
    }

    /** How many letters must be changed, added, left out or swapped with the next. */
    private static int distance(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                int changed = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                rows[i][j] = Math.min(changed, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
                }
            }
        }
        return rows[a.length()][b.length()];
    }

    /** Text of a person, for a message: short, on one line, printable, and masked when it may be a card number. */
    static String shown(String text) {
        boolean mayBeCard = text.chars().filter(Character::isDigit).count() >= CardNumber.DIGITS_MIN;
        String safe = printable(mayBeCard ? CardNumber.masked(text) : text);
        return safe.length() > SHOWN_MAX ? safe.substring(0, SHOWN_MAX) + "…" : safe;
    }

    /** Text of the system, for a message: without what a terminal or a page would take for a command. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPlain = c >= ' ' && c < 0x7f;
            printable.append(isPlain || Character.isLetterOrDigit(c) ? c : '?');
        }
        return printable.toString();
    }
}
