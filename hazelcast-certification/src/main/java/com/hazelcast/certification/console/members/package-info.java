/**
 * What the consoles of members ask each other, and what a console looks at on its own member.
 *
 * <p>Enters: a question. Leaves: the answers of the members that answered in time. Blocks whoever asks. The answers themselves are in
 * the packages above.
 */
package com.hazelcast.certification.console.members;
