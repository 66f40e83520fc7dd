/**
 * Configuration, wiring and life of a member; nothing else.
 *
 * <p>Enters: {@linkplain com.hazelcast.certification.member.MemberConfig a configuration}. Leaves: a running member, which answers
 * control calls. Everything that it wires is written in the packages below it. This is the one place that knows every package's
 * context and serializers.
 */
package com.hazelcast.certification.member;
