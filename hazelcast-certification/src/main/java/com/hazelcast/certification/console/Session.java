package com.hazelcast.certification.console;

import java.util.List;

/** What a page must know before all else. */
record Session(
        String role,
        boolean operatorConfigured,
        String cluster,
        String member,
        String version,
        String commit,
        List<String> consoles) {}
