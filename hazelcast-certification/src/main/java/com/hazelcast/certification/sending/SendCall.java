package com.hazelcast.certification.sending;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * A part of a send as text, which is what control calls carry: words with a blank between them, numbers of identities hexadecimal.
 *
 * <pre>
 *  send-begin SEND IMPORT SIZE SIZE...             sizes of all files, in the order of ImportedFolder.fileNames
 *  send-slice SEND FILE OFFSET CHECKSUM CONTENT    CRC-32C of the content, and the content as Base64
 * </pre>
 *
 * <p>A slice of a quarter of a mebibyte takes 350 kB as text: longer ones would be humongous for the collector, on a heap that may be
 * nearly full. Pure.
 */
public final class SendCall {
    /** Most bytes of a file in a call: so much is held of a file at either end. */
    public static final int SLICE_BYTES_MAX = 1 << 18;

    /** Most files of a folder; a cluster has fewer shards. */
    private static final int FILES_MAX = 1 << 14;

    /** Longest file, so that all together have a number of bytes. */
    private static final long FILE_BYTES_MAX = 1L << 40;

    private static final String BEGIN = "send-begin";
    private static final String SLICE = "send-slice";
    private static final String BLANK = " ";
    private static final int HEX = 16;

    private static final int SEND = 1;
    private static final int IMPORT = 2;
    private static final int SIZES = 3;

    private static final int FILE = 2;
    private static final int OFFSET = 3;
    private static final int CHECKSUM = 4;
    private static final int CONTENT = 5;

    private SendCall() {}

    /**
     * A send begins.
     *
     * @param send another number for each
     * @param importId identity of the histories
     * @param sizes of the files in bytes
     */
    record Begin(long send, long importId, List<Long> sizes) {
        Begin {
            sizes = List.copyOf(sizes);
            if (sizes.size() < 2
                    || sizes.size() > FILES_MAX
                    || sizes.stream().anyMatch(size -> size < 1 || size > FILE_BYTES_MAX)) {
                throw new IllegalArgumentException("that is no folder of histories, whose files have 1 to "
                        + FILE_BYTES_MAX + " bytes: files=" + sizes.size() + " filesMax=" + FILES_MAX);
            }
        }

        /** Of all files. */
        long bytes() {
            return sizes.stream().mapToLong(size -> size).sum();
        }
    }

    /**
     * Bytes of a file.
     *
     * @param send that they belong to
     * @param file its name, as the sender gives it
     * @param offset of the first byte
     */
    record Slice(long send, String file, long offset, ByteBuffer content) {}

    static String text(Begin begin) {
        StringBuilder text = new StringBuilder(BEGIN)
                .append(BLANK)
                .append(Long.toHexString(begin.send))
                .append(BLANK)
                .append(Long.toHexString(begin.importId));
        begin.sizes.forEach(size -> text.append(BLANK).append(size));
        return text.toString();
    }

    static String text(Slice slice) {
        byte[] content = new byte[slice.content.remaining()];
        slice.content.duplicate().get(content);
        return String.join(
                BLANK,
                SLICE,
                Long.toHexString(slice.send),
                slice.file,
                Long.toString(slice.offset),
                Integer.toHexString(checksum(content)),
                Base64.getEncoder().encodeToString(content));
    }

    private static int checksum(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content, 0, content.length);
        return (int) checksum.getValue();
    }

    /** Whether an argument of a call is part of a send. */
    public static boolean is(String argument) {
        return isBegin(argument) || isSlice(argument);
    }

    /** Whether an argument of a call begins a send. */
    public static boolean isBegin(String argument) {
        return argument.startsWith(BEGIN + BLANK);
    }

    /** Whether an argument of a call is a slice: thousands come after one that begins. */
    public static boolean isSlice(String argument) {
        return argument.startsWith(SLICE + BLANK);
    }

    /** An argument for the audit log: of a send without what is sent, all else as it is. */
    public static String shown(String argument) {
        if (!isBegin(argument)) {
            return isSlice(argument) ? SLICE : argument;
        }
        try {
            Begin begin = readBegin(argument);
            return String.format(
                    Locale.ROOT,
                    "%s import=%x files=%d bytes=%d",
                    BEGIN,
                    begin.importId,
                    begin.sizes.size(),
                    begin.bytes());
        } catch (IllegalArgumentException e) {
            return BEGIN;
        }
    }

    /** @throws IllegalArgumentException when it is none */
    static Begin readBegin(String text) {
        String[] words = text.split(BLANK, -1);
        if (words.length <= SIZES) {
            throw malformed(text);
        }
        try {
            return new Begin(
                    Long.parseUnsignedLong(words[SEND], HEX),
                    Long.parseUnsignedLong(words[IMPORT], HEX),
                    Arrays.stream(words, SIZES, words.length).map(Long::valueOf).toList());
        } catch (NumberFormatException e) {
            throw malformed(text);
        }
    }

    /** @throws IllegalArgumentException when it is none, is too long, or its checksum does not fit; has nothing of its content */
    static Slice readSlice(String text) {
        String[] words = text.split(BLANK, -1);
        if (words.length != CONTENT + 1) {
            throw malformed(text);
        }
        byte[] content;
        Slice slice;
        int checksum;
        try {
            content = Base64.getDecoder().decode(words[CONTENT]);
            slice = new Slice(
                    Long.parseUnsignedLong(words[SEND], HEX),
                    words[FILE],
                    Long.parseLong(words[OFFSET]),
                    ByteBuffer.wrap(content));
            checksum = Integer.parseUnsignedInt(words[CHECKSUM], HEX);
        } catch (IllegalArgumentException e) {
            throw malformed(text);
        }
        String where = ": file=" + slice.file + " offset=" + slice.offset + " bytes=" + content.length;
        if (content.length > SLICE_BYTES_MAX) {
            throw new IllegalArgumentException("a slice is longer than " + SLICE_BYTES_MAX + " bytes" + where);
        }
        if (checksum != checksum(content)) {
            throw new IllegalArgumentException(
                    "a slice was damaged on its way, and was not written; run the command again" + where);
        }
        return slice;
    }

    /** Without the text, and without a cause that repeats some of it: it may have cards. */
    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "not a part of a send of histories; run one version of the product: characters=" + text.length());
    }
}
