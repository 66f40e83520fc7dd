/**
 * The protocol of the gateway, byte for byte as {@code docs/protocol.md} describes it: one class a frame, each the only place
 * that knows the frame's offsets. The member and the client share it.
 *
 * <p>Enters: bytes. Leaves: frames whose length and CRC are right, or a {@link
 * com.hazelcast.certification.client.protocol.ProtocolException} that names what is wrong. Runs on event loops. Imports
 * neither Hazelcast nor the scoring.
 */
package com.hazelcast.certification.client.protocol;
