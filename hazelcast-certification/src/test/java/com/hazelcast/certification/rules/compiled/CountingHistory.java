package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.WindowSum;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;

/** The history of a card that counts what rules read of it. */
final class CountingHistory implements HistoryCursor {
    private static final long NOW = 1_781_562_600_000L;
    private static final long CARD = 4_000_222_333L;

    private final ListHistory history;
    private int shown;
    private int asked;

    /** @param entries of {@link #paid}, in any order */
    CountingHistory(List<TransactionText> entries) {
        this(entries, NOW);
    }

    CountingHistory(List<TransactionText> entries, long nowMs) {
        history = new ListHistory(entries, nowMs);
    }

    /** A payment of the card so long ago. */
    static TransactionText paid(long ageMs, int amountUnits) {
        return new TransactionText(
                CARD,
                TransactionLayout.times(NOW - ageMs, 276, 978),
                TransactionLayout.payment(amountUnits, 3, 5_411),
                TransactionLayout.outcome(1, 0));
    }

    /** The rule that decides when the card pays that now; 0: none. */
    int decide(String rules, int amountUnits) throws RuleLanguageException {
        TransactionText t = paid(0, amountUnits);
        return CompiledRules.of(new RuleLanguage().read(rules, RuleFiles.none()))
                .newEvaluator()
                .decide(t.card(), t.times(), t.payment(), t.outcome(), this);
    }

    /** Entries that were shown, each time. */
    int shown() {
        return shown;
    }

    /** How often it was asked for what a window holds. */
    int asked() {
        return asked;
    }

    @Override
    public void sumWithin(long timeMs, long widthMs, WindowSum into) {
        asked++;
        HistoryCursor.super.sumWithin(timeMs, widthMs, into);
    }

    @Override
    public int count() {
        return history.count();
    }

    @Override
    public int flags() {
        return history.flags();
    }

    @Override
    public void rewind() {
        history.rewind();
    }

    @Override
    public boolean next() {
        boolean hasNext = history.next();
        shown += hasNext ? 1 : 0;
        return hasNext;
    }

    @Override
    public long times() {
        return history.times();
    }

    @Override
    public long payment() {
        return history.payment();
    }

    @Override
    public int outcome() {
        return history.outcome();
    }

    @Override
    public int verdict() {
        return history.verdict();
    }
}
