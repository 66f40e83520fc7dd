package com.hazelcast.certification.logs;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** An object a line, as Logback writes it, with the event's fields and the member before the rest. Thread-safe. */
final class FieldsEncoder extends JsonEncoder {
    private final Supplier<@Nullable String> member;

    /** @param member of this process; null: none yet */
    FieldsEncoder(Supplier<@Nullable String> member) {
        this.member = member;
        setWithSequenceNumber(false);
        setWithNanoseconds(false);
        setWithContext(false);
        setWithMarkers(false);
        setWithMDC(false);
        setWithKVPList(false);
        setWithMessage(false);
        setWithArguments(false);
        setWithFormattedMessage(true);
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        String here = member.get();
        if (here != null) {
            fields.put("member", here);
        }
        if (event.getKeyValuePairs() != null) {
            event.getKeyValuePairs().forEach(pair -> put(fields, pair));
        }
        byte[] rest = super.encode(event);
        if (fields.isEmpty()) {
            return rest;
        }
        // Both are objects: the first one's last brace becomes the comma before the second one's fields.
        byte[] first = fields.toString().getBytes(StandardCharsets.UTF_8);
        byte[] line = new byte[first.length + rest.length - 1];
        System.arraycopy(first, 0, line, 0, first.length - 1);
        line[first.length - 1] = ',';
        System.arraycopy(rest, 1, line, first.length, rest.length - 1);
        return line;
    }

    private static void put(ObjectNode fields, KeyValuePair pair) {
        if (pair.value instanceof Integer || pair.value instanceof Long) {
            fields.put(pair.key, ((Number) pair.value).longValue());
        } else {
            fields.put(pair.key, String.valueOf(pair.value));
        }
    }
}
