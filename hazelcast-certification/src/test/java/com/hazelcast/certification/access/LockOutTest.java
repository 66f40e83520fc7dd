package com.hazelcast.certification.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LockOutTest {
    private static final String ANNA = "anna";
    private static final String HERE = "10.0.0.7";
    private static final String THERE = "10.0.0.8";

    private long nowNs;
    private final LockOut lockOut = new LockOut(() -> nowNs);

    private void fail(String name, String address, int times) {
        for (int i = 0; i < times; i++) {
            boolean unused = lockOut.failed(name, address);
        }
    }

    @Test
    void shouldLockANameAtAnAddressAfterFiveFailuresForTheTimeThatItStates() {
        fail(ANNA, HERE, LockOut.OF_BOTH_MAX - 1);
        assertThat(lockOut.lockedS(ANNA, HERE)).isZero();
        assertThat(lockOut.failed(ANNA, HERE)).isTrue();
        assertThat(lockOut.lockedS(ANNA, HERE)).isEqualTo(LockOut.LOCKED_S);
        assertThat(lockOut.lockedS(ANNA, THERE)).isZero();
        assertThat(lockOut.lockedS("bert", HERE)).isZero();
        nowNs += TimeUnit.SECONDS.toNanos(LockOut.LOCKED_S) - 1;
        assertThat(lockOut.lockedS(ANNA, HERE)).isEqualTo(1);
        nowNs++;
        assertThat(lockOut.lockedS(ANNA, HERE)).isZero();
        assertThat(lockOut.failed(ANNA, HERE)).isFalse();
    }

    @Test
    void shouldForgetFailuresOfANameAfterASuccess() {
        fail(ANNA, HERE, LockOut.OF_BOTH_MAX - 1);
        lockOut.succeeded(ANNA, HERE);
        fail(ANNA, HERE, LockOut.OF_BOTH_MAX - 1);
        assertThat(lockOut.lockedS(ANNA, HERE)).isZero();
    }

    @Test
    void shouldLockAnAddressThatTriesManyNames() {
        for (int i = 0; i < LockOut.OF_ADDRESS_MAX; i++) {
            fail("name" + i, HERE, 1);
        }
        assertThat(lockOut.lockedS(ANNA, HERE)).isPositive();
        assertThat(lockOut.lockedS(ANNA, THERE)).isZero();
    }

    @Test
    void shouldLockANameThatManyAddressesTry() {
        for (int i = 0; i < LockOut.OF_NAME_MAX; i++) {
            fail(ANNA, "10.0.1." + i, 1);
        }
        assertThat(lockOut.lockedS(ANNA, HERE)).isPositive();
        assertThat(lockOut.lockedS("bert", HERE)).isZero();
    }

    @Test
    void shouldRememberABoundedNumber() {
        for (int i = 0; i < 2 * LockOut.KEYS_MAX; i++) {
            fail("name" + i, "10.0.0." + i, 1);
        }
        assertThat(lockOut.rememberedCount()).isEqualTo(LockOut.KEYS_MAX);
    }
}
