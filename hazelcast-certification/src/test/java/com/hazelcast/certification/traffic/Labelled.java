package com.hazelcast.certification.traffic;

import com.hazelcast.certification.transaction.Fields;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.util.ArrayList;
import java.util.List;

/** A record that was generated, as a member reads it, and its label. */
record Labelled(Fields fields, Scenario scenario) {
    /**
     * So many records, in blocks, at times that go from one to another.
     *
     * @throws IllegalStateException when a record cannot be parsed, or its label is not of it
     */
    static List<Labelled> records(long cards, long seed, int count, int block, long fromMs, long toMs) {
        List<Labelled> records = new ArrayList<>(count);
        List<Scenario> scenarios = new ArrayList<>();
        List<long[]> labels = new ArrayList<>();
        RecordGenerator generator = new NaturalGenerator(cards, seed, (card, timeMs, amountUnits, scenario) -> {
            scenarios.add(scenario);
            labels.add(new long[] {card, timeMs, amountUnits});
        });
        byte[] bytes = new byte[block * WireRecord.SIZE_BYTES];
        byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int made = 0; made < count; made += block) {
            generator.fill(bytes, 0, block, fromMs + (toMs - fromMs) / count * made);
            for (int i = 0; i < block; i++) {
                int reason = RecordParser.parse(bytes, i * WireRecord.SIZE_BYTES, parsed, 0);
                if (reason != RecordParser.OK) {
                    throw new IllegalStateException("record " + (made + i) + " is rejected: reason=" + reason);
                }
                Fields fields = Fields.at(parsed, 0);
                long[] label = labels.get(i);
                if (label[0] != fields.card() || label[1] != fields.timeMs() || label[2] != fields.amountUnits()) {
                    throw new IllegalStateException("the label is of another record than " + fields);
                }
                records.add(new Labelled(fields, scenarios.get(i)));
            }
            scenarios.clear();
            labels.clear();
        }
        return records;
    }
}
