package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request that differs from others like it in digits only: {@code <N>} stands for a number of N digits. Immutable. */
final class HttpTemplate {
    private static final Pattern FIELD = Pattern.compile("<(\\d+)>");
    private static final byte[] BLANK_LINE = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final int[] offsets;
    private final int[] digits;

    private HttpTemplate(String text) {
        List<int[]> fields = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        Matcher matcher = FIELD.matcher(text);
        while (matcher.find()) {
            int count = Integer.parseInt(matcher.group(1));
            matcher.appendReplacement(plain, "0".repeat(count));
            fields.add(new int[] {plain.length() - count, count});
        }
        matcher.appendTail(plain);
        bytes = plain.toString().getBytes(StandardCharsets.US_ASCII);
        offsets = fields.stream().mapToInt(field -> field[0]).toArray();
        digits = fields.stream().mapToInt(field -> field[1]).toArray();
    }

    /** A request with a body of JSON. */
    static HttpTemplate withBody(String call, Head head, String body) {
        int length = FIELD.matcher(body)
                .replaceAll(found -> "0".repeat(Integer.parseInt(found.group(1))))
                .length();
        return new HttpTemplate(call + head.lines() + "Content-Type: application/json\r\nContent-Length: " + length
                + "\r\n\r\n" + body);
    }

    /**
     * What stands in every head.
     *
     * @param host that is asked, for the header
     * @param token empty: none is shown
     */
    record Head(String host, Optional<String> token) {
        private String lines() {
            return " HTTP/1.1\r\nHost: " + host + "\r\n"
                    + token.map(shown -> "Authorization: Bearer " + shown + "\r\n")
                            .orElse("");
        }

        /** What follows the path of a request without a body. */
        byte[] afterPath(String query) {
            String lines = query + lines();
            byte[] ascii = lines.substring(0, lines.length() - 2).getBytes(StandardCharsets.US_ASCII);
            byte[] whole = Arrays.copyOf(ascii, ascii.length + BLANK_LINE.length);
            System.arraycopy(BLANK_LINE, 0, whole, ascii.length, BLANK_LINE.length);
            return whole;
        }
    }

    /** Writes the request with zeros in its fields, and returns where it begins. */
    int write(ByteBuf out) {
        int begin = out.writerIndex();
        ByteBuf unused = out.writeBytes(bytes);
        return begin;
    }

    /** Sets a field of a request that has just been written; of a greater number its last digits. */
    void set(ByteBuf out, int begin, int field, long number) {
        long rest = number;
        for (int at = begin + offsets[field] + digits[field] - 1; at >= begin + offsets[field]; at--) {
            ByteBuf unused = out.setByte(at, (byte) ('0' + rest % 10));
            rest /= 10;
        }
    }
}
