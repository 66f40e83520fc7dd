package com.hazelcast.certification.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.CertificationRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ./fraud rules} with sets in the rule language. */
class RuleSetCommandsTest {
    private static final String CERTIFICATION = "../rules/certification.rules";
    private static final String STARTER = "../rules/starter.rules";
    private static final String CASES = "../rules/certification.cases";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new RulesCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private String set(String text) throws IOException {
        return Files.writeString(folder.resolve("a.rules"), text).toString();
    }

    @Test
    void shouldCheckTheShippedSet() {
        assertThat(run("check", CERTIFICATION, "--costs")).isZero();
        assertThat(out.toString())
                .startsWith("certification: " + CertificationRules.LAST_ID
                        + " rules, 32 aggregates, of which 23 need a walk\n")
                .contains("costs at most ")
                .contains("   36  above-average-60d");
    }

    @Test
    void shouldSayWhereASetIsWrong() throws IOException {
        String file = set("rule a decline when\n  tx.amuont > 5\n");
        assertThat(run("check", file)).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(file
                        + ":2:3: a transaction has no such value: name=amuont; did you mean 'amount'?\n1 problem\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldRefuseARuleWithTheNameOfNoRule() throws IOException {
        for (String name : List.of("none", "\"points\"")) {
            String file = set("rule a decline when tx.amount > 5\nrule " + name + " approve when tx.amount > 6\n");
            assertThat(run("check", file)).isEqualTo(1);
            assertThat(err.toString())
                    .contains(":2:1: a rule cannot have", "give it another one: name=" + name.replace("\"", ""));
        }
    }

    @Test
    void shouldNameTheMostExpensiveRulesOfASetThatCostsTooMuch() {
        assertThat(run("check", CERTIFICATION, "--budget", "1000")).isEqualTo(1);
        assertThat(err.toString())
                .contains("its budget is 1,000 ns. The most expensive rules:")
                .contains("night-habit");
    }

    @Test
    void shouldNameTheRuleWithALongValueBetweenTwo() throws IOException {
        String value = String.join(" / ", Collections.nCopies(385, "hour"));
        assertThat(run("check", set("rule long review when exists(last 1d where " + value + " between 1 and 2)")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("The set costs too much", "long");
    }

    @Test
    void shouldReadListsBesideTheSetAndNowhereElse() throws IOException {
        Files.writeString(folder.resolve("l.csv"), "5\n");
        String rule = "rule a decline when tx.merchant in @l";
        assertThat(run("check", set("list l of merchant from 'l.csv' " + rule))).isZero();
        assertThat(run("check", set("list l of merchant from '../l.csv' " + rule)))
                .isEqualTo(1);
        assertThat(err.toString()).contains("lists and tables lie beside the set or below it");
    }

    /** Spreadsheets and editors write one at the beginning of a file. */
    @Test
    void shouldPassOverTheByteOrderMarkOfRulesListsTablesAndCases() throws IOException {
        Files.writeString(folder.resolve("l.csv"), "\uFEFFvalue,expires\n494\n");
        Files.writeString(folder.resolve("t.csv"), "\uFEFF494,2\n");
        String file = set("\uFEFFlist l of merchant from 'l.csv'\ntable t of merchant to number from 't.csv'\n"
                + "rule a decline when tx.merchant in @l and @t[tx.merchant] > 1\n");
        String cases = Files.writeString(
                        folder.resolve("a.cases"),
                        "\uFEFF{\"action\":\"decline\",\"transaction\":\"00000017721111,1798967585307,107,00,34209,107,0494,09691,74106\"}\n")
                .toString();

        assertThat(run("check", file)).as(err.toString()).isZero();
        assertThat(run("test", file, cases)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("1/1 agree");
        assertThat(run("format", "--write", file)).as(err.toString()).isZero();
        assertThat(Files.readString(Path.of(file))).startsWith("list").doesNotContain("\uFEFF");
    }

    @Test
    void shouldRefuseWhatIsNoText() throws IOException {
        Path file = folder.resolve("a.rules");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(run("check", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("it is not text in UTF-8");
        Files.write(file, new byte[3 << 20]);
        assertThat(run("check", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("a set has at most 524288 characters");
    }

    /** A spreadsheet may write the characters of its own system. */
    @Test
    void shouldRefuseAListAndCasesThatAreNoText() throws IOException {
        Files.write(folder.resolve("l.csv"), new byte[] {'#', (byte) 0xe4, '\n', '5', '\n'});
        String file = set("list l of merchant from 'l.csv' rule a decline when tx.merchant in @l");
        assertThat(run("check", file)).isEqualTo(1);
        assertThat(err.toString()).contains("the file is not text in UTF-8: file='l.csv'");
        err.getBuffer().setLength(0);
        assertThat(run(
                        "test",
                        set("rule a decline when tx.amount > 5"),
                        folder.resolve("l.csv").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("it is not text in UTF-8");
    }

    @Test
    void shouldFormat() throws IOException {
        String file = set("rule a decline when tx.amount>5 and tx.country=3");
        String formatted = "rule a decline when\n      tx.amount > 5\n  and tx.country = 3\n";
        assertThat(run("format", "--check", file)).isEqualTo(1);
        assertThat(run("format", file)).isZero();
        assertThat(out.toString()).isEqualTo(formatted);
        assertThat(run("format", "--write", file)).isZero();
        assertThat(Path.of(file)).hasContent(formatted);
        assertThat(run("format", "--check", file)).isZero();
    }

    /** Who reads the file meanwhile has one of both texts, whole. */
    @Test
    void shouldReplaceTheFileThatItFormatsInOneStep() throws IOException {
        String text = "rule a decline when tx.amount>5 and tx.country=3";
        Path file = Path.of(set(text));
        Set<PosixFilePermission> rights = PosixFilePermissions.fromString("rw-r-x--x");
        Files.setPosixFilePermissions(file, rights);
        Path asItWas = Files.createLink(folder.resolve("as-it-was"), file);
        Path link = Files.createSymbolicLink(folder.resolve("link.rules"), file);
        assertThat(run("format", "--write", link.toString())).isZero();
        assertThat(file).hasContent("rule a decline when\n      tx.amount > 5\n  and tx.country = 3\n");
        assertThat(asItWas).hasContent(text);
        assertThat(link).isSymbolicLink();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(rights);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(file, asItWas, link);
        }
    }

    @Test
    void shouldRunTheShippedCases() {
        assertThat(run("test", CERTIFICATION, CASES)).isZero();
        assertThat(out.toString()).isEqualTo("3/3 agree\n");
    }

    @Test
    void shouldFailWhenACaseDiffers() throws IOException {
        String file = set("rule \"night-large\" approve when tx.amount > 5");
        assertThat(run(
                        "test",
                        file,
                        Files.writeString(
                                        folder.resolve("cases"),
                                        "{\"action\":\"decline\",\"transaction\":\"00000017721111,1798967585307,107,00,34209,107,0494,09691,74106\"}\n")
                                .toString()))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("line 1: expected action decline, got approve")
                .endsWith("0/1 agree\n");
        assertThat(run("test", file, folder.resolve("absent").toString())).isEqualTo(2);
    }

    @Test
    void shouldCompareACompiledSetWithItsTree() {
        assertThat(run("compare", CERTIFICATION, "--transactions", "2000", "--cards", "50"))
                .isZero();
        assertThat(out.toString()).startsWith("2,000 transactions, ").contains("every decision agrees");
    }

    @Test
    void shouldFindADifferenceBetweenTwoSets() throws IOException {
        String file = set(Files.readString(Path.of(CERTIFICATION))
                .replace("last 60d including this) > 20_000", "last 60d including this) > 30_000"));
        assertThat(run(
                        "compare",
                        file,
                        "--with",
                        CERTIFICATION,
                        "--traffic",
                        "challenge",
                        "--transactions",
                        "20000",
                        "--cards",
                        "500",
                        "--history",
                        "3"))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("expected Decision[action=DECLINE, rule=36, points=0], the compiled set decides ");
    }

    private double percentOf(String line) {
        return out.toString()
                .lines()
                .filter(each -> each.startsWith(line + ":"))
                .mapToDouble(each -> Double.parseDouble(
                        each.substring(line.length() + 1).strip().split(" ", 2)[0]))
                .findFirst()
                .orElseThrow();
    }

    /** A small share of what TEST_RESULTS.md shows, with a seed that was not used to write the set. */
    @Test
    void shouldFlagFewTransactionsAndMostOfTheFraudWithTheStarterSet() {
        String[] call = {
            "evaluate",
            STARTER,
            "--cards",
            "2000",
            "--warm-up",
            "30",
            "--days",
            "7",
            "--seed",
            "99",
            "--labelled",
            "terminal-risk.csv=TERMINAL"
        };
        assertThat(run(call)).as(err.toString()).isZero();
        assertThat(percentOf("flagged")).isBetween(0.1, 2.0);
        assertThat(percentOf("precision")).isGreaterThan(30);
        assertThat(percentOf("recall by amount")).isGreaterThan(60);

        String first = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run(call)).isZero();
        assertThat(out).hasToString(first);
    }

    @Test
    void shouldSayWhichSetCannotBeEvaluated() throws IOException {
        assertThat(run("evaluate", folder.resolve("none.rules").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.rules: there is no such file");
        assertThat(run("evaluate", set("rule a decline when tx.amuont > 5"))).isEqualTo(1);
        assertThat(err.toString()).contains("did you mean 'amount'?");
        assertThat(run("evaluate", set("rule a decline when tx.amount > 5"), "--days", "0"))
                .isNotZero();
        assertThat(err.toString()).contains("days=0");
        for (String endless : List.of("NaN", "Infinity")) {
            assertThat(run("evaluate", set("rule a decline when tx.amount > 5"), "--payments-a-day", endless))
                    .isNotZero();
            assertThat(err.toString()).contains("paymentsADay=" + endless);
        }
        assertThat(run("evaluate", STARTER, "--cards", "10", "--days", "1", "--labelled", "terminal_risk.csv=TERMINAL"))
                .isNotZero();
        assertThat(err.toString())
                .contains("the set reads no file of that name: --labelled=terminal_risk.csv", "terminal-risk.csv");
    }

    @Test
    void shouldCompareTwoSetsByTheirRules() throws IOException {
        String old = set("rule a decline when tx.amount > 10\nrule b decline when tx.amount > 20\n");
        String now = Files.writeString(
                        folder.resolve("b.rules"),
                        "rule b decline when tx.amount > 20\nrule a\n  decline when tx.amount > 11\n")
                .toString();
        assertThat(run("diff", old, now)).isZero();
        assertThat(out.toString())
                .contains(": 0 added, 0 removed, 1 changed, ")
                .containsPattern("rule 1 → 2 a: changed")
                .containsPattern("\\n {2}- .*10")
                .containsPattern("\\n {2}\\+ .*11");
        assertThat(run("diff", old, folder.resolve("none.rules").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.rules: there is no such file");
        Files.writeString(Path.of(now), "rule a decline whn tx.amount > 10\n");
        assertThat(run("diff", old, now)).isEqualTo(1);
        assertThat(err.toString()).contains("b.rules:1:16: ");
    }
}
