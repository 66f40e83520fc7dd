package com.hazelcast.certification.console;

import org.jspecify.annotations.Nullable;

/**
 * A member of the cluster as another one sees it.
 *
 * @param sample null: it has not answered yet, because it is starting
 * @param isSilent whether it owes an answer; the sample is then the one before
 */
record MemberView(String address, @Nullable MemberSample sample, boolean isSilent) {}
