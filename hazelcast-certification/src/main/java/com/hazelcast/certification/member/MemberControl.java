package com.hazelcast.certification.member;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.core.HazelcastInstance;
import java.util.concurrent.CompletableFuture;

/** Answers control calls on a member. Thread-safe. */
final class MemberControl {
    /** Tolerant of keys that another version adds. */
    static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private static final String KEY = MemberControl.class.getName();

    private final FraudMember member;

    MemberControl(FraudMember member) {
        this.member = member;
    }

    void register(HazelcastInstance hazelcast) {
        hazelcast.getUserContext().put(KEY, this);
    }

    static MemberControl of(HazelcastInstance hazelcast) {
        Object control = hazelcast.getUserContext().get(KEY);
        if (control == null) {
            throw new IllegalStateException("the member is still starting; try again");
        }
        return (MemberControl) control;
    }

    String handle(ControlVerb verb, String argument) {
        switch (verb) {
            case ARM -> member.arm(read(argument, LoadSpec.class));
            case DISARM -> member.disarm();
            case LOAD -> {
                CompletableFuture<Void> unused =
                        member.loadInBackground(argument.isEmpty() ? null : read(argument, LoadSpec.class));
            }
            case START -> member.startScoring();
            case STOP -> member.stopScoring();
            case RESET_LATENCY -> member.metrics().latency().reset();
            case STATUS -> {
                return write(member.status());
            }
            case TAKE_BACKUP_DIGESTS -> {
                return write(member.takeBackupDigests());
            }
        }
        return "";
    }

    static String write(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    static <T> T read(String json, Class<T> type) {
        try {
            return JSON.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not the JSON of a " + type.getSimpleName() + ": " + json, e);
        }
    }
}
