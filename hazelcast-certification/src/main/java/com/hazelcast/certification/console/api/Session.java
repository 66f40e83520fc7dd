package com.hazelcast.certification.console.api;

import java.util.List;

/**
 * What a page must know before all else.
 *
 * @param user name of the caller
 * @param mayLookUp whether the caller may look cards up by number
 * @param lookUpConfigured whether anybody may
 */
record Session(
        String user,
        String role,
        boolean operatorConfigured,
        boolean mayLookUp,
        boolean lookUpConfigured,
        String cluster,
        String member,
        String version,
        String commit,
        List<String> consoles) {}
