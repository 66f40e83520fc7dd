package com.hazelcast.certification.console.http;

/** An answer that is an error: its status and a sentence for the caller. It never holds what the caller sent. */
public final class HttpFailure extends RuntimeException {
    public static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    public static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int TOO_MANY = 429;
    static final int INTERNAL = 500;
    public static final int UNAVAILABLE = 503;

    private static final long serialVersionUID = 1;

    private final int status;
    private final int retryAfterS;

    /** An answer of that status. */
    public HttpFailure(int status, String sentence) {
        this(status, sentence, 0);
    }

    private HttpFailure(int status, String sentence, int retryAfterS) {
        // It is an answer and not a defect, so nobody reads its stack.
        super(sentence, null, false, false);
        this.status = status;
        this.retryAfterS = retryAfterS;
    }

    /** 429 to a caller who may try again then. */
    public static HttpFailure tooMany(String sentence, int retryAfterS) {
        return new HttpFailure(TOO_MANY, sentence, retryAfterS);
    }

    /** Seconds after which the caller may try again; 0: nothing is said of it. */
    int retryAfterS() {
        return retryAfterS;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
