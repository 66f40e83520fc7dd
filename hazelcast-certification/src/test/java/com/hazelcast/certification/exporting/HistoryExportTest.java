package com.hazelcast.certification.exporting;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.certification.backup.SmallBackup;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** How an export reads a backup. */
@Timeout(60)
class HistoryExportTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadTheLogOfAFolderOnceForShardsThatFitIntoMemoryTogether() throws Exception {
        Path backup = folder.resolve("backup");
        assertThat(SmallBackup.make(folder.resolve("data"), backup, Optional.empty())
                        .shards())
                .isEqualTo(2);
        Logger recovery = (Logger) LoggerFactory.getLogger("com.hazelcast.certification.storage.Recovery");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        recovery.setLevel(Level.INFO);
        recovery.addAppender(lines);
        try {
            HistoryExport.Result result = new HistoryExport(backup, Optional.empty(), folder.resolve("to")).run();

            assertThat(result.problems()).isEmpty();
            assertThat(lines.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .startsWith("read 2 shards from the data folder");
        } finally {
            recovery.detachAppender(lines);
            recovery.setLevel(null);
        }
    }
}
