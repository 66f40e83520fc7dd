package com.hazelcast.certification.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.chain.ChainedLine;
import com.hazelcast.certification.chain.HashChain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AuditCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    private final ChainedLine first = ChainedLine.after(HashChain.START, "{\"n\":1}");
    private final ChainedLine second = ChainedLine.after(first.hash(), "{\"n\":2}");
    private final ChainedLine third = ChainedLine.after(second.hash(), "{\"n\":3}");

    private int verify(String... arguments) {
        return new CommandLine(new AuditCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    private String file(String name, ChainedLine... lines) throws IOException {
        return Files.write(
                        folder.resolve(name),
                        List.of(lines).stream().map(ChainedLine::text).toList())
                .toString();
    }

    @Test
    void shouldAcceptAChainOfSeveralFiles() throws IOException {
        assertThat(verify("verify", file("a.1", first, second), file("a", third)))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("audit: good: 3 line(s), last hash " + third.hash());
    }

    @Test
    void shouldNameFileAndLineThatDoNotFit() throws IOException {
        String older = file("a.1", first);
        String newer = file("a", second, new ChainedLine(second.hash(), third.hash(), "{\"n\":4}"));
        assertThat(verify("verify", older, newer)).isEqualTo(1);
        assertThat(out.toString()).contains("audit: NOT GOOD: " + newer + " line 2: it was changed");
    }

    @Test
    void shouldTakeAPartForAWholeOnlyWhenItIsOne() throws IOException {
        String part = file("a", second, third);
        assertThat(verify("verify", part)).isZero();
        assertThat(verify("verify", "--from-start", part)).isEqualTo(1);
    }

    /** As after a crash of the member, at each byte of the line. */
    @Test
    void shouldTellALastLineThatIsNotWholeFromOneThatWasChanged() throws IOException {
        String file = file("a", first, second);
        String whole = Files.readString(Path.of(file));
        String last = third.text();
        for (int end = 1; end < last.length(); end++) {
            Files.writeString(Path.of(file), whole + last.substring(0, end));
            assertThat(verify("verify", file)).as("%d characters", end).isZero();
        }
        assertThat(out.toString())
                .contains("the last line is not whole", "audit: good: 2 line(s), last hash " + second.hash());
        for (String other : List.of("hello", first.text().substring(0, 90), last.replace("3}", "4}"))) {
            Files.writeString(Path.of(file), whole + other);
            assertThat(verify("verify", file)).as(other).isEqualTo(1);
        }
    }

    @Test
    void shouldTakeNoLineThatIsNotWholeInAnEarlierFile() throws IOException {
        Path older = Path.of(file("a.1", first));
        Files.writeString(older, second.text().substring(0, 20), StandardOpenOption.APPEND);
        assertThat(verify("verify", older.toString(), file("a", second))).isEqualTo(1);
        assertThat(out.toString()).contains("audit: NOT GOOD: " + older + " line 2: it is no line of a chain");
    }

    @Test
    void shouldFindBytesThatAreNoText() throws IOException {
        Path file = Path.of(file("a", first));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 4] = (byte) 0xff;
        Files.write(file, bytes);
        assertThat(verify("verify", file.toString())).isEqualTo(1);
    }
}
