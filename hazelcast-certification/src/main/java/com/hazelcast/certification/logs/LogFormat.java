package com.hazelcast.certification.logs;

/** How a line looks. */
public enum LogFormat {
    /** For people: time, level, short name, message. */
    TEXT,

    /** For collectors: a JSON object a line. */
    JSON
}
