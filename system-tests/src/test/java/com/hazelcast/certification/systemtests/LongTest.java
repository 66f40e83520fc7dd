package com.hazelcast.certification.systemtests;

/** The tag of tests that {@code mvn verify} leaves out because all of them take half an hour; {@code -Dleft.out.tests=} runs them too. */
public final class LongTest {
    public static final String LONG = "long";

    private LongTest() {}
}
