package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.live.LargeList;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.storage.files.DataKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By which book a member decides, to which it has agreed, and what of that outlives it. */
class BookCopyTest {
    private static final RuleSetText SMALL =
            new RuleSetText("set small\nrule small decline when tx.amount <= 10\n", Map.of());

    @TempDir
    private Path folder;

    @TempDir
    private Path keys;

    private final RulesInUse inUse = new RulesInUse(RuleSet.shipped());

    private BookCopy copy(RulesInUse rules) {
        return copy(rules, Optional.empty());
    }

    private BookCopy copy(RulesInUse rules, Optional<DataKey> key) {
        return new BookCopy(rules, code -> code, Optional.of(new BookFiles(folder, key)), set -> {});
    }

    private DataKey key(String digit) throws IOException {
        return DataKey.read(Files.writeString(keys.resolve(digit), digit.repeat(64)));
    }

    private boolean isInTheClear(String text) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static RuleBook submitted(RuleBook book) throws Exception {
        RuleSet set = RuleSet.of(book.nextNumber(), 0, SMALL, code -> code);
        return book.after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", SMALL), Optional.of(set), 1);
    }

    private static RuleBook activated(RuleBook book, int set) {
        return book.after(new RuleChange(Kind.ACTIVATE, set, 0, 0, "Ana", "a test", null), Optional.empty(), 1);
    }

    /** A book in which set 2 decides. */
    private static RuleBook next(RuleBook book) throws Exception {
        return activated(submitted(book), 2);
    }

    @Test
    void shouldKeepNothingInTheClearWhereTheFolderHasAKey() throws Exception {
        BookCopy before = copy(inUse);
        RuleBook decides = next(before.book());
        before.use(decides);
        RuleBook agreed = activated(decides, 1);
        before.commit(agreed);
        assertThat(isInTheClear("set small"))
                .as("as an earlier release writes it")
                .isTrue();

        BookCopy sealing = copy(new RulesInUse(RuleSet.shipped()), Optional.of(key("a")));
        assertThat(sealing.book()).isEqualTo(decides);
        sealing.write();

        assertThat(isInTheClear("set small")).isFalse();
        BookCopy again = copy(new RulesInUse(RuleSet.shipped()), Optional.of(key("a")));
        assertThat(again.book()).isEqualTo(decides);
        assertThat(again.agreed()).isEqualTo(agreed);
        again.use(agreed);
        again.write();
        assertThat(isInTheClear("set small")).isFalse();
        assertThatThrownBy(() -> copy(new RulesInUse(RuleSet.shipped())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("give the key that it was written with: data-key-file");
        assertThatThrownBy(() -> copy(new RulesInUse(RuleSet.shipped()), Optional.of(key("b"))))
                .hasMessageContaining("another key");
    }

    @Test
    void shouldBeginWithTheConfiguredSet() {
        BookCopy copy = copy(inUse);
        assertThat(copy.book().version()).isEqualTo(1);
        assertThat(copy.agreed()).isNull();
        assertThat(inUse.active().number()).isEqualTo(1);
    }

    @Test
    void shouldDecideByABookOnlyFromItsUseOn() throws Exception {
        BookCopy copy = copy(inUse);
        RuleBook next = next(copy.book());

        copy.prepare(next);

        assertThat(copy.agreed()).isEqualTo(next);
        assertThat(copy.book().version()).isEqualTo(1);
        assertThat(inUse.active().number()).isEqualTo(1);

        copy.use(next);

        assertThat(copy.agreed()).isNull();
        assertThat(copy.book()).isEqualTo(next);
        assertThat(inUse.active().number()).isEqualTo(2);
        assertThat(copy(new RulesInUse(RuleSet.shipped())).book())
                .as("after a restart, also where its maker is of a release that does not commit")
                .isEqualTo(next);
    }

    @Test
    void shouldHaveTheSameBooksAfterARestart() throws Exception {
        BookCopy before = copy(inUse);
        RuleBook next = next(before.book());
        before.use(next);
        RuleBook agreed = submitted(next);
        before.prepare(agreed);
        assertThat(before.isCommitted()).isFalse();
        before.commit(agreed);
        assertThat(before.isCommitted()).isTrue();

        RulesInUse configured = new RulesInUse(RuleSet.shipped());
        BookCopy after = copy(configured);

        assertThat(after.book().lastHash()).isEqualTo(next.lastHash());
        assertThat(after.agreed().lastHash()).isEqualTo(agreed.lastHash());
        assertThat(after.isCommitted()).isTrue();
        assertThat(configured.active().number()).isEqualTo(2);
    }

    @Test
    void shouldHaveAListOfAMillionCardsAfterARestart() throws Exception {
        RuleSetText large = LargeList.set();
        BookCopy before = copy(inUse);
        RuleSet set = RuleSet.of(2, 0, large, code -> code);
        RuleChange submission = new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", large);
        before.use(before.book().after(submission, Optional.of(set), 1));

        BookCopy after = copy(new RulesInUse(RuleSet.shipped()));

        assertThat(after.book().set(2).orElseThrow().text().equals(large)).isTrue();
    }

    @Test
    void shouldHaveNoTextOfARemovedSetAfterARestart() throws Exception {
        BookCopy before = copy(inUse);
        RuleBook book = activated(submitted(activated(submitted(before.book()), 2)), 3);
        before.use(book);
        RuleChange removal = new RuleChange(Kind.REMOVE, 1, 0, 0, "Ana", "a test", null);
        before.use(book.after(removal, Optional.empty(), 1));
        assertThat(inUse.ruling(36).orElseThrow().ruleName())
                .as("a decision of the removed set")
                .isEqualTo(RuleSet.shipped().rule(36).orElseThrow().name());

        RulesInUse configured = new RulesInUse(RuleSet.shipped());
        BookCopy after = copy(configured);

        assertThat(after.book().set(1).orElseThrow().isRemoved()).isTrue();
        assertThat(configured.active().number()).isEqualTo(3);
        assertThat(configured.ruling(36).orElseThrow().ruleName())
                .isEqualTo(RuleSet.shipped().rule(36).orElseThrow().name());
    }

    @Test
    void shouldDecideByNoSetWhoseTextWasRemoved() throws Exception {
        BookCopy copy = copy(inUse);
        RuleBook book = activated(submitted(activated(submitted(copy.book()), 2)), 3);
        RuleBook removed = book.after(new RuleChange(Kind.REMOVE, 1, 0, 0, "Ana", "a test", null), Optional.empty(), 1);
        // As a member of a release before would make it.
        RecordedSet active = removed.set(1).orElseThrow();
        RecordedSet wrong = new RecordedSet(
                1,
                active.firstCode(),
                active.codeCount(),
                active.name(),
                active.author(),
                active.text(),
                RecordedSet.Stage.ACTIVE,
                null,
                active.rest());
        RuleBook next = new RuleBook(9, List.of(wrong), 1, 0, 0, 0, removed.breaker(), false, removed.record());

        assertThatThrownBy(() -> copy.prepare(next))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("the text of the set was removed");
    }

    @Test
    void shouldAgreeToNoOtherBookBeforeOneIsUsedOrAbandoned() throws Exception {
        BookCopy copy = copy(inUse);
        RuleBook one = submitted(copy.book());
        RuleBook other = copy.book()
                .after(
                        new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ben", "another test", SMALL),
                        Optional.of(RuleSet.of(copy.book().nextNumber(), 0, SMALL, code -> code)),
                        2);
        copy.prepare(one);
        copy.prepare(one);
        assertThatThrownBy(() -> copy.prepare(other))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another change");
        assertThat(copy.hasGivenUp(one.lastHash())).isFalse();

        copy.abandon(one.lastHash());

        assertThat(copy.hasGivenUp(one.lastHash())).isTrue();
        assertThat(copy.agreed()).isNull();
        copy.prepare(other);
        assertThat(copy.agreed()).isEqualTo(other);
    }

    /** Two that makers of releases before begin in one millisecond. */
    private static List<RuleBook> twins(RuleBook book) throws Exception {
        RuleSetText text = new RuleSetText("set other\nrule other decline when tx.amount <= 20\n", Map.of());
        RuleBook other = book.after(
                new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text),
                Optional.of(RuleSet.of(book.nextNumber(), 0, text, code -> code)),
                1);
        RuleBook one = submitted(book);
        assertThat(other.lastHash()).isEqualTo(one.lastHash());
        assertThat(other).isNotEqualTo(one);
        return List.of(one, other);
    }

    private static void assertRefuses(BookCopy copy, RuleBook twin) {
        assertThatThrownBy(() -> copy.prepare(twin))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("has the same hash");
        assertThatThrownBy(() -> copy.commit(twin))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("has the same hash");
    }

    @Test
    void shouldRefuseAnotherChangeOfTheSameHash() throws Exception {
        BookCopy copy = copy(inUse);
        List<RuleBook> twins = twins(copy.book());
        RuleBook one = twins.get(0);
        RuleBook other = twins.get(1);

        copy.prepare(one);
        assertRefuses(copy, other);
        assertThat(copy.isCommitted()).isFalse();

        copy.commit(one);
        assertRefuses(copy, other);
        assertThat(copy.agreed()).isEqualTo(one);

        copy.use(one);
        assertRefuses(copy, other);
        copy.prepare(one);
        assertThat(copy.book()).isEqualTo(one);
    }

    /** The others decide by it: so does this member, after a restart as well. */
    @Test
    void shouldKeepOnDiskWhatItUsesWhereItAgreedToAnotherChangeOfTheSameHash() throws Exception {
        BookCopy copy = copy(inUse);
        List<RuleBook> twins = twins(copy.book());
        copy.commit(twins.get(0));

        copy.use(twins.get(1));

        assertThat(copy.book()).isEqualTo(twins.get(1));
        assertThat(copy.agreed()).isNull();
        BookCopy again = copy(new RulesInUse(RuleSet.shipped()));
        assertThat(again.book()).isEqualTo(twins.get(1));
        assertThat(again.agreed()).isNull();
    }

    /** Its disk has failed once, when the file had its new name already. Else it would decide by the older rules until it is started again. */
    @Test
    void shouldUseWhatItHasAgreedToWhereAnEarlierTryHasMovedTheFile() throws Exception {
        BookCopy copy = copy(inUse);
        RuleBook next = next(copy.book());
        copy.commit(next);
        Files.move(folder.resolve(BookFiles.AGREED), folder.resolve(BookFiles.IN_USE));

        copy.use(next);

        assertThat(inUse.active().number()).isEqualTo(2);
        assertThat(copy(new RulesInUse(RuleSet.shipped())).book()).isEqualTo(next);
    }

    /** Another member that has agreed may come back later than this one. */
    @Test
    void shouldRefuseAfterARestartWhatWasAbandoned() throws Exception {
        BookCopy before = copy(inUse);
        RuleBook cancelled = submitted(before.book());
        before.prepare(cancelled);
        before.abandon(cancelled.lastHash());

        BookCopy after = copy(new RulesInUse(RuleSet.shipped()));

        assertThat(after.hasGivenUp(cancelled.lastHash())).isTrue();
        assertThatThrownBy(() -> after.prepare(cancelled))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("given up");
        assertThat(after.agreed()).isNull();
        after.use(cancelled);
        assertThat(after.book()).as("others use it after all").isEqualTo(cancelled);
    }

    /** It has ended between the two. */
    @Test
    void shouldNotAgreeAtAStartToWhatWasAbandoned() throws Exception {
        BookCopy before = copy(inUse);
        RuleBook cancelled = submitted(before.book());
        before.abandon(cancelled.lastHash());
        new BookFiles(folder, Optional.empty()).writeAgreed(cancelled);

        assertThat(copy(new RulesInUse(RuleSet.shipped())).agreed()).isNull();
    }

    /** Nobody uses it then, and its maker may have given it up. */
    @Test
    void shouldNotAgreeAtAStartToWhatNotAllHadAgreedTo() throws Exception {
        BookCopy before = copy(inUse);
        RuleBook cancelled = submitted(before.book());
        before.prepare(cancelled);

        BookCopy after = copy(new RulesInUse(RuleSet.shipped()));

        assertThat(after.agreed()).isNull();
        assertThat(after.isCommitted()).isFalse();
        assertThat(folder.resolve(BookFiles.AGREED))
                .as("what a backup would take")
                .doesNotExist();
        assertThat(folder.resolve(BookFiles.PREPARED)).doesNotExist();
    }

    @Test
    void shouldNotGoBackToAnOlderBook() throws Exception {
        BookCopy copy = copy(inUse);
        RuleBook older = submitted(copy.book());
        RuleBook newer = activated(older, 2);
        copy.use(newer);

        copy.use(older);

        assertThat(copy.book()).isEqualTo(newer);
        assertThatThrownBy(() -> copy.prepare(older))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("newer version");
    }

    @Test
    void shouldForgetTheOldestOfManyBooksThatWereAbandoned() {
        BookCopy copy = copy(inUse);
        for (int i = 0; i <= 100; i++) {
            copy.abandon("hash " + i);
        }
        assertThat(copy.hasGivenUp("hash 0")).isFalse();
        assertThat(copy.hasGivenUp("hash 1")).isTrue();
    }

    @Test
    void shouldMakeADraftReadyOnce() throws Exception {
        BookCopy copy = copy(inUse);
        copy.use(submitted(copy.book()));
        RecordedSet draft = copy.coldDrafts().get(0);

        copy.addDraft(RuleSet.of(draft, code -> code));

        assertThat(copy.coldDrafts()).isEmpty();
    }
}
