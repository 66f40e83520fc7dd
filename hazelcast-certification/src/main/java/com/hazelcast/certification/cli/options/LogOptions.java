package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.logs.LogFormat;
import com.hazelcast.certification.logs.LogSettings;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** What is logged and where, the same options for every command that starts a member or a client. Not thread-safe. */
public final class LogOptions {
    /** The mixin's name in every command that has it. */
    public static final String NAME = "log";

    private final LogSettings defaults;

    @Option(
            names = "--log-level",
            scope = ScopeType.INHERIT,
            paramLabel = "error|warn|info|debug|trace",
            description =
                    "Least level of events on standard error, this program's and the libraries' alike (default: for member and source info, and warn of libraries; else warn, and error of libraries).")
    @Nullable
    Level level;

    @Option(
            names = "--log-file",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description =
                    "Also log into this file, from info on, libraries included; at 20 MiB it is renamed to FILE.1, and five such are kept (default: none).")
    @Nullable
    Path file;

    @Option(
            names = "--log-format",
            scope = ScopeType.INHERIT,
            defaultValue = "text",
            paramLabel = "text|json",
            description = "How events are logged; json: an object a line (default: ${DEFAULT-VALUE}).")
    LogFormat format = LogFormat.TEXT;

    /** Options of a command that logs by these settings by default. */
    public LogOptions(LogSettings defaults) {
        this.defaults = defaults;
    }

    /** The settings of the command that was called, or of the one that it is a part of. */
    public static LogSettings of(ParseResult parsed) {
        ParseResult called = parsed;
        while (called.hasSubcommand()) {
            called = called.subcommand();
        }
        for (CommandSpec command = called.commandSpec(); command != null; command = command.parent()) {
            CommandSpec mixin = command.mixins().get(NAME);
            if (mixin != null) {
                return ((LogOptions) Objects.requireNonNull(mixin.userObject())).settings();
            }
        }
        return LogSettings.TOOL;
    }

    private LogSettings settings() {
        LogSettings levels = level == null ? defaults : defaults.withLevel(level);
        return new LogSettings(levels.own(), levels.others(), format, Optional.ofNullable(file));
    }
}
