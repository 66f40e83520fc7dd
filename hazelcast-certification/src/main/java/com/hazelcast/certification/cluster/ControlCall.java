package com.hazelcast.certification.cluster;

import com.hazelcast.certification.access.ControlCaller;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;

/** A control call: a verb and its argument as JSON, run on a member, answered with JSON. */
public final class ControlCall implements Callable<String>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private String verb = "";
    private String argument = "";
    private String origin = "";
    private String user = "";
    private String secret = "";
    private transient HazelcastInstance member;

    ControlCall() {}

    /** A call of that verb by a member. */
    public ControlCall(ControlVerb verb, String argument) {
        this(verb, argument, ControlCaller.MEMBER);
    }

    /** A call of that verb by somebody. */
    public ControlCall(ControlVerb verb, String argument, ControlCaller caller) {
        this.verb = verb.name();
        this.argument = argument;
        this.origin = caller.origin();
        this.user = caller.user();
        this.secret = caller.secret();
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public String call() throws Exception {
        try {
            return MemberControl.handle(
                    member, ControlVerb.valueOf(verb), argument, new ControlCaller(origin, user, secret));
        } catch (Exception e) {
            throw AllowedClasses.sendable(e);
        }
    }

    /** What came later stands last: who does not know it leaves it, and who does not send it gives none. */
    private static String readLater(ObjectDataInput in) throws IOException {
        try {
            return Objects.requireNonNullElse(in.readString(), "");
        } catch (EOFException e) {
            return "";
        }
    }

    @Override
    public int getFactoryId() {
        return ClusterSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ClusterSerialization.CONTROL_CALL;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeString(verb);
        out.writeString(argument);
        out.writeString(origin);
        out.writeString(user);
        out.writeString(secret);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        byte version = in.readByte();
        if (version != FORMAT_VERSION) {
            throw new IOException("run one version of the product in a cluster: controlVersion=" + version);
        }
        verb = in.readString();
        argument = in.readString();
        origin = readLater(in);
        user = readLater(in);
        secret = readLater(in);
    }
}
