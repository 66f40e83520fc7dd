package com.hazelcast.certification.systemtests.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Requests that no API may score: wrong in their method, path, headers, lengths, encoding, or JSON. Many have a good transaction of
 * {@link #CARD} in them. Pure.
 */
final class HostileRequests {
    /** Nobody else's, nor of {@code FieldBounds}, so its history shows whether anything of these was scored. */
    static final String CARD = "88888888888888";

    private static final String DECISIONS = "POST /v1/decisions";
    private static final String HEAD = " HTTP/1.1\r\nHost: a\r\n";
    private static final String POST = DECISIONS + HEAD;
    private static final String BATCH = "POST /v1/decisions:batch";
    private static final String CARDS = "POST /v1/cards";
    private static final String HISTORY = "POST /v1/cards:history";
    private static final String LABELS = "POST /v1/labels";

    /** Calls with one JSON object; none of them takes what {@link #WRONG_JSON} makes. */
    private static final String[] OF_ONE_OBJECT = {
        DECISIONS, "POST /v1/transactions", "PUT /v1/transactions/hostile", CARDS, HISTORY, LABELS
    };

    /** Nothing is found there, whatever the body is. */
    private static final String[] NOTHING_THERE = {"GET /v1/transactions/tx_none", "GET /v1/cards/none/history"};

    /** A call and a body that it does not take. */
    private static final String[][] WRONG_CARDS = {
        {CARDS, "{\"cards\":[]}"},
        {CARDS, "{\"cards\":[1]}"},
        {CARDS, "{\"cards\":[\"x\"]}"},
        {CARDS, "{\"cards\":[\"88888888888888\",null]}"},
        {CARDS, "{\"cards\":[" + "\"88888888888888\",".repeat(1_000) + "\"88888888888888\"]}"},
        {HISTORY, "{\"card\":1}"},
        {HISTORY, "{\"card\":\"x\"}"},
        {HISTORY, "{\"card\":\"88888888888888\",\"limit\":0}"},
        {HISTORY, "{\"card\":\"88888888888888\",\"limit\":1001}"},
        {HISTORY, "{\"card\":\"88888888888888\",\"limit\":[]}"},
        {LABELS, "{\"labels\":[]}"},
        {LABELS, "{\"labels\":{}}"},
        {LABELS, "{\"labels\":null}"},
        {LABELS, "{\"labels\":[" + "{},".repeat(400) + "{}]}"}
    };

    private static final int LINES = 50;

    /** One more than a batch may have. */
    private static final int LINES_TOO_MANY = 10_001;

    /** What a good transaction lacks, or has too much, as a JSON text; {@code @} stands for its fields. */
    private static final String[] WRONG_JSON = {
        "{@",
        "{@}}",
        "{@,}",
        "{@}{@}",
        "[{@}]",
        "{@,\"mcc\":1}",
        "{@,\"card\":\"88888888888888\"}",
        "{@,\"pan\":\"88888888888888\"}",
        "{@,\"amount\":\"1\"}",
        "{@,\"city\":100000}",
        "{@,\"city\":-1}",
        "{@,\"city\":1.5}",
        "{@,\"city\":1e2}",
        "{@,\"city\":99999999999999999999999999999999}",
        "{@,\"city\":null}",
        "{@,\"city\":true}",
        "{@,\"city\":[]}",
        "{@,\"city\":{}}",
        "{@,\"city\":\"\\u0000\"}",
        "{@,\"deadlineMs\":0}",
        "{@,\"deadlineMs\":10001}",
        "{@,\"reference\":\"\"}",
        "{@,\"reference\":\"a b\"}",
        "{@,\"reference\":\"\\ud800\"}",
        "{@,'city':1}",
        "{@,\"city\":01}",
        "{@,\"city\":+1}",
        "{@,\"city\":NaN}",
        "{@/**/}",
        "{@}x",
        "{@}\0",
        "\0{@}",
        "\"{@}\"",
        "null",
        "",
        " ",
        "{",
        "}",
        "{}",
        "[]",
        "0",
        "{\"\":1}",
        "{@,\"responseCode\":100}",
        "{@,\"terminal\":\"12a\"}",
        "{@,\"city\":\"1 \"}"
    };

    /** What stands before an empty line and nothing that could be read. */
    private static final String[] WRONG_HEADS = {
        "\r\n\r\n\r\n\0\0\0\0\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "get /livez HTTP/1.1\r\n\r\n",
        "GET\r\n\r\n",
        "GET /livez\r\n\r\n",
        "BREW /v1/decisions HTTP/1.1\r\nHost: a\r\n\r\n",
        "TRACE /v1/decisions HTTP/1.1\r\nHost: a\r\n\r\n",
        "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "DELETE /v1/transactions/tx_1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/transactions/%00%ff HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/transactions/tx_%2e%2e HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/transactions/%2E%2e HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1//decisions HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /livez HTTP/1.1\r\n: a\r\n\r\n",
        "GET /livez HTTP/1.1\r\nHost: a\r\nX\0: b\r\n\r\n",
        "GET /livez HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense",
        "\u0016\u0003\u0001\0\u0005hello"
    };

    private HostileRequests() {}

    /**
     * A request.
     *
     * @param text its bytes as Latin-1
     * @param isWhole whether it is well formed HTTP, so that its connection may go on; otherwise nothing more is sent on it
     * @param isBatch whether it may be answered line by line, each by an error
     */
    record Hostile(String text, boolean isWhole, boolean isBatch) {
        Hostile(byte[] bytes, boolean isWhole) {
            this(new String(bytes, StandardCharsets.ISO_8859_1), isWhole, false);
        }

        static Hostile batch(byte[] bytes) {
            return new Hostile(new String(bytes, StandardCharsets.ISO_8859_1), true, true);
        }

        byte[] bytes() {
            return latin(text);
        }
    }

    /** One of them. */
    static Hostile next(SplittableRandom random) {
        return switch (random.nextInt(14)) {
            case 0 -> new Hostile(latin(pick(WRONG_HEADS, random)), false);
            case 1 -> new Hostile(beyondLimits(random), false);
            case 2 -> new Hostile(twoLengths(random), false);
            case 3 -> new Hostile(lyingLength(random), false);
            case 4 -> new Hostile(brokenChunks(random), false);
            case 5 -> new Hostile(noise(random), false);
            case 6 -> new Hostile(whole(pick(OF_ONE_OBJECT, random), notUtf8(random)), true);
            case 7 -> new Hostile(wrongKind(random), true);
            case 8 -> new Hostile(whole(pick(OF_ONE_OBJECT, random), latin(nested(random))), true);
            case 9 -> Hostile.batch(batch(random));
            case 10 -> new Hostile(readWithBody(random), true);
            case 11 -> new Hostile(wrongCards(random), true);
            default -> new Hostile(whole(pick(OF_ONE_OBJECT, random), latin(wrongJson(random))), true);
        };
    }

    private static String wrongJson(SplittableRandom random) {
        return pick(WRONG_JSON, random).replace("@", fields(random));
    }

    private static byte[] wrongCards(SplittableRandom random) {
        String[] wrong = WRONG_CARDS[random.nextInt(WRONG_CARDS.length)];
        return whole(wrong[0], latin(wrong[1]));
    }

    /** Without a line that could be scored, or refused as a whole. */
    private static byte[] batch(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> whole(BATCH, latin("{}\n".repeat(LINES_TOO_MANY)));
            case 1 -> whole(BATCH, latin(good(random)), "Content-Encoding: gzip\r\n");
            case 2 -> whole(BATCH, latin(good(random)), "X-Deadline-Ms: 0\r\n");
            default -> {
                byte[] lines = {};
                for (int i = 1 + random.nextInt(LINES); i > 0; i--) {
                    byte[] line = random.nextInt(4) == 0 ? notUtf8(random) : latin(wrongJson(random));
                    lines = join(lines, line, latin("\n"));
                }
                yield whole(BATCH, lines);
            }
        };
    }

    /** The body is itself a request with a good transaction, which nobody may take for one. */
    private static byte[] readWithBody(SplittableRandom random) {
        return whole(pick(NOTHING_THERE, random), whole(DECISIONS, latin(good(random))));
    }

    private static String fields(SplittableRandom random) {
        return "\"card\":\"" + CARD + "\",\"time\":" + (1_764_000_000_000L + random.nextInt(1_000_000))
                + ",\"amount\":\"12.34\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411";
    }

    private static String good(SplittableRandom random) {
        return "{" + fields(random) + "}";
    }

    private static String pick(String[] all, SplittableRandom random) {
        return all[random.nextInt(all.length)];
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] whole(String call, byte[] body, String... headers) {
        byte[] head = latin(call + HEAD + String.join("", headers) + "Content-Length: " + body.length + "\r\n\r\n");
        return join(head, body);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] beyondLimits(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> latin("GET /" + "a".repeat(3_000 + random.nextInt(20_000)) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            case 1 -> latin(POST + "X: " + "a".repeat(9_000 + random.nextInt(50_000)) + "\r\n\r\n");
            default -> latin(POST + "X: a\r\n".repeat(3_000) + "\r\n");
        };
    }

    private static byte[] twoLengths(SplittableRandom random) {
        String good = good(random);
        String length = "Content-Length: " + good.length() + "\r\n";
        String chunked = Integer.toHexString(good.length()) + "\r\n" + good + "\r\n0\r\n\r\n";
        return latin(
                switch (random.nextInt(8)) {
                    case 0 -> POST + length + "Content-Length: 5\r\n\r\n" + good;
                    case 1 -> POST + "Content-Length: 5\r\n" + length + "\r\n" + good;
                    case 2 -> POST + length + "Transfer-Encoding: chunked\r\n\r\n" + chunked;
                    case 3 -> POST + "Transfer-Encoding: chunked\r\n" + length + "\r\n" + chunked;
                    case 4 -> POST + "Content-Length: " + good.length() + ", 5\r\n\r\n" + good;
                    case 5 -> POST + "Transfer-Encoding: chunked, identity\r\n\r\n" + chunked;
                    case 6 -> POST + "Transfer-Encoding: xchunked\r\n\r\n" + chunked;
                    default -> POST.replace("1.1", "1.0") + "Transfer-Encoding: chunked\r\n\r\n" + chunked;
                });
    }

    private static byte[] lyingLength(SplittableRandom random) {
        String good = good(random);
        String length = switch (random.nextInt(7)) {
            case 0 -> "-" + good.length();
            case 1 -> "+" + good.length();
            case 2 -> "0x" + Integer.toHexString(good.length());
            case 3 -> "99999999999999999999";
            case 4 -> "9999999999";
            case 5 -> "";
            default -> Integer.toString(good.length() + 1 + random.nextInt(1_000));
        };
        return latin(POST + "Content-Length: " + length + "\r\n\r\n" + good);
    }

    private static byte[] brokenChunks(SplittableRandom random) {
        String good = good(random);
        String size = Integer.toHexString(good.length());
        String body = switch (random.nextInt(7)) {
            case 0 -> "zz\r\n" + good + "\r\n0\r\n\r\n";
            case 1 -> "-" + size + "\r\n" + good + "\r\n0\r\n\r\n";
            case 2 -> "ffffffffffffffff\r\n" + good;
            case 3 -> size + "\r\n" + good + "XX0\r\n\r\n";
            case 4 -> size + "\n" + good + "\n0\n\n";
            case 5 -> size + "\r\n" + good + "\r\n";
            default -> "7fffffff\r\n" + good;
        };
        return latin(POST + "Transfer-Encoding: chunked\r\n\r\n" + body);
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] noise = new byte[1 + random.nextInt(2_000)];
        random.nextBytes(noise);
        // Never the first letter of a method: what follows must not be a request by chance.
        noise[0] = (byte) 0xff;
        return noise;
    }

    private static byte[] notUtf8(SplittableRandom random) {
        byte[] good = latin(good(random));
        byte[] wrong = switch (random.nextInt(6)) {
            case 0 -> new byte[] {(byte) 0xff};
            case 1 -> new byte[] {(byte) 0xc0, (byte) 0xb9};
            case 2 -> new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
            case 3 -> new byte[] {(byte) 0xf5, (byte) 0x80, (byte) 0x80, (byte) 0x80};
            case 4 -> new byte[] {(byte) 0xe2, (byte) 0x82};
            default -> new byte[] {0};
        };
        if (random.nextInt(4) == 0) {
            return good(random).getBytes(random.nextBoolean() ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE);
        }
        int at = random.nextInt(good.length + 1);
        return join(Arrays.copyOf(good, at), wrong, Arrays.copyOfRange(good, at, good.length));
    }

    private static byte[] wrongKind(SplittableRandom random) {
        byte[] good = latin(good(random));
        return switch (random.nextInt(6)) {
            case 0 -> whole(DECISIONS, good, "Content-Type: text/plain\r\n");
            case 1 -> whole(DECISIONS, good, "Content-Type: multipart/form-data; boundary=a\r\n");
            case 2 -> whole(DECISIONS, good, "Content-Encoding: gzip\r\n");
            case 3 -> whole(DECISIONS, good, "Expect: everything\r\n");
            case 4 -> whole(DECISIONS, good, "Authorization: Bearer nobody\r\n");
            default -> whole(DECISIONS, good, "X-Deadline-Ms: soon\r\n");
        };
    }

    private static String nested(SplittableRandom random) {
        int depth = 1 + random.nextInt(30_000);
        return random.nextBoolean()
                ? "[".repeat(depth)
                : "{" + fields(random) + ",\"city\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
    }
}
