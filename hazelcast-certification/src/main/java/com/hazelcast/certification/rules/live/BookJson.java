package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON of all that has texts and lists of sets: books, changes, plans of backtests. A list may be as long as all of a book. For other JSON, and
 * for what others than members and operators send, the shorter limits of Jackson stand.
 *
 * <p>There are two forms. In the first each set has all its lists, as releases before read it. In the other a long list stands where it comes
 * first, and where it comes again there is its hash: <code>{"sha256": "…"}</code>. Both are read, and lists that are equal become one object.
 * Thread-safe.
 */
public final class BookJson {
    /** Objects in objects: a book has four. */
    private static final int DEPTH_MAX = 20;

    /** Characters of a list; a shorter one is always written out. */
    private static final int LONG_MIN = 1_000;

    /** Characters of lists that come again; with fewer, a book is written so that releases before can read it. */
    static final int REPEATED_MAX = 4 << 20;

    private static final String TEXT = "text";
    private static final String FILES = "files";
    private static final String HASH = "sha256";

    /** What has been written or read already, while a value is. */
    private static final Object CONTENTS = new Object();

    /** Tolerant of keys that another version adds. What a book has is in no message: it may have card numbers. */
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(BookRoom.CHARACTERS_MAX)
                            .maxNestingDepth(DEPTH_MAX)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .addModule(new SimpleModule()
                    .addSerializer(RuleSetText.class, new TextWriter())
                    .addDeserializer(RuleSetText.class, new TextReader()))
            .build();

    private BookJson() {}

    /** In the first form. Costs as much memory again as the texts and lists, and more for a moment. */
    public static String write(Object value) throws JsonProcessingException {
        return JSON.writeValueAsString(value);
    }

    /** In the form that has each list once, where that is much shorter. Costs a hash of each list that comes again. */
    public static String writeOnce(RuleBook book) throws JsonProcessingException {
        return onceWriter(book).writeValueAsString(book);
    }

    /** As {@link #writeOnce}, in bytes of UTF-8, for a file. */
    public static byte[] toBytes(RuleBook book) throws JsonProcessingException {
        return onceWriter(book).writeValueAsBytes(book);
    }

    private static ObjectWriter onceWriter(RuleBook book) {
        return BookRoom.repeated(book.sets()) < REPEATED_MAX
                ? JSON.writer()
                : JSON.writer().withAttribute(CONTENTS, new Contents());
    }

    /**
     * Reads either form.
     *
     * @throws JsonProcessingException when it is no such value, or a text is too long
     */
    public static <T> T read(String json, Class<T> type) throws JsonProcessingException {
        return JSON.readValue(json, type);
    }

    /** Whether something could not be read because a text in it is longer than any may be. */
    public static boolean isTooLong(JsonProcessingException e) {
        return e instanceof StreamConstraintsException || e.getCause() instanceof StreamConstraintsException;
    }

    /**
     * The book of a file, by its content.
     *
     * @throws IOException when it cannot be read
     */
    static RuleBook read(byte[] content) throws IOException {
        return JSON.readValue(content, RuleBook.class);
    }

    /** Texts and lists of one value: equal ones once. Used by one thread. */
    private static final class Contents {
        private final Map<String, String> all = new HashMap<>();

        /** Long ones of which nobody has asked for the hash. */
        private final Deque<String> notHashed = new ArrayDeque<>();

        private final Map<String, String> hashes = new HashMap<>();
        private final Map<String, String> byHash = new HashMap<>();

        /** The one that is equal and came first. */
        String shared(String content) {
            String first = all.putIfAbsent(content, content);
            if (first == null && content.length() >= LONG_MIN) {
                notHashed.add(content);
            }
            return first == null ? content : first;
        }

        boolean isLongAndKnown(String content) {
            return content.length() >= LONG_MIN && all.containsKey(content);
        }

        String hashOf(String content) {
            return hashes.computeIfAbsent(content, BookRecord::sha256);
        }

        /** The list of a hash; null: none before has it. */
        @Nullable
        String of(String hash) {
            for (String content = notHashed.poll(); content != null; content = notHashed.poll()) {
                byHash.put(BookRecord.sha256(content), content);
            }
            return byHash.get(hash);
        }
    }

    private static final class TextWriter extends StdSerializer<RuleSetText> {
        private static final long serialVersionUID = 1;

        TextWriter() {
            super(RuleSetText.class);
        }

        @Override
        public void serialize(RuleSetText value, JsonGenerator out, SerializerProvider provider) throws IOException {
            Contents written = (Contents) provider.getAttribute(CONTENTS);
            out.writeStartObject();
            out.writeStringField(TEXT, value.text());
            out.writeObjectFieldStart(FILES);
            for (Map.Entry<String, String> file : value.files().entrySet()) {
                out.writeFieldName(file.getKey());
                write(file.getValue(), out, written);
            }
            out.writeEndObject();
            out.writeEndObject();
        }

        private static void write(String content, JsonGenerator out, @Nullable Contents written) throws IOException {
            if (written != null && written.isLongAndKnown(content)) {
                out.writeStartObject();
                out.writeStringField(HASH, written.hashOf(content));
                out.writeEndObject();
                return;
            }
            out.writeString(written == null ? content : written.shared(content));
        }
    }

    private static final class TextReader extends StdDeserializer<RuleSetText> {
        private static final long serialVersionUID = 1;

        TextReader() {
            super(RuleSetText.class);
        }

        @Override
        public RuleSetText deserialize(JsonParser in, DeserializationContext context) throws IOException {
            Contents read = (Contents) context.getAttribute(CONTENTS);
            if (read == null) {
                read = new Contents();
                context.setAttribute(CONTENTS, read);
            }
            requireObject(in, context);
            String text = null;
            Map<String, String> files = null;
            for (String key = in.nextFieldName(); key != null; key = in.nextFieldName()) {
                in.nextToken();
                if (key.equals(TEXT)) {
                    text = content(in, context, read);
                } else if (key.equals(FILES)) {
                    files = files(in, context, read);
                } else {
                    in.skipChildren();
                }
            }
            if (text == null || files == null) {
                return context.reportInputMismatch(this, "a set has a text and files");
            }
            return new RuleSetText(text, files);
        }

        private void requireObject(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.hasToken(JsonToken.START_OBJECT)) {
                context.reportWrongTokenException(this, JsonToken.START_OBJECT, "a set is an object");
            }
        }

        private Map<String, String> files(JsonParser in, DeserializationContext context, Contents read)
                throws IOException {
            requireObject(in, context);
            Map<String, String> files = new HashMap<>();
            for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
                in.nextToken();
                files.put(name, content(in, context, read));
            }
            return files;
        }

        private String content(JsonParser in, DeserializationContext context, Contents read) throws IOException {
            if (in.hasToken(JsonToken.VALUE_STRING)) {
                return read.shared(in.getText());
            }
            requireObject(in, context);
            String hash = HASH.equals(in.nextFieldName()) ? in.nextTextValue() : null;
            String content = hash == null ? null : read.of(hash);
            if (content == null || in.nextToken() != JsonToken.END_OBJECT) {
                return context.reportInputMismatch(this, "there is no list of that hash before: sha256=%s", hash);
            }
            return content;
        }
    }
}
