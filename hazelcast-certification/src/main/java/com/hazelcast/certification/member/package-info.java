/**
 * Configuration and wiring of a member, and its control from outside; nothing else.
 *
 * <p>Enters: {@linkplain com.hazelcast.certification.member.MemberConfig a configuration}, and control calls. Leaves: a
 * running member. Everything that it wires is written in the packages below it.
 */
package com.hazelcast.certification.member;
