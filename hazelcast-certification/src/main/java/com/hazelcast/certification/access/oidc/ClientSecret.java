package com.hazelcast.certification.access.oidc;

/** The secret by which members prove to the provider that they are its client. Nothing prints it. Immutable. */
public final class ClientSecret {
    /** Characters of a secret: fewer can be guessed, more are no secret of a provider. */
    private static final int LENGTH_MIN = 16;

    private static final int LENGTH_MAX = 1_024;

    private final String text;

    private ClientSecret(String text) {
        this.text = text;
    }

    /**
     * A secret.
     *
     * @param key names it in errors, which do not show the text
     * @throws IllegalArgumentException when it is short enough to be guessed, or has other characters than printable ones
     */
    public static ClientSecret of(String key, String text) {
        if (!text.matches("[!-~]{" + LENGTH_MIN + "," + LENGTH_MAX + "}")) {
            throw new IllegalArgumentException(key + " must be " + LENGTH_MIN + " to " + LENGTH_MAX
                    + " printable characters without spaces, as the provider has made it: " + key + " has length "
                    + text.length());
        }
        return new ClientSecret(text);
    }

    String text() {
        return text;
    }

    @Override
    public String toString() {
        return "****";
    }
}
