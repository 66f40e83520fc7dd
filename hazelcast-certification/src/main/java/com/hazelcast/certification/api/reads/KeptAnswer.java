package com.hazelcast.certification.api.reads;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/** What a member answers for a transaction that was submitted before: an answer of the API, for whichever member was asked. */
public final class KeptAnswer implements IdentifiedDataSerializable {
    /** The status of a transaction of which a member has nothing. */
    public static final int UNKNOWN = 404;

    /** The status of a transaction of which a member has nothing any more. */
    static final int GONE = 410;

    private static final byte FORMAT_VERSION = 1;

    /** The least status of a problem. */
    private static final int PROBLEM_MIN = 400;

    private int status;
    private String json = "";
    private String decision = "";
    private int retryAfterS;

    KeptAnswer() {}

    /**
     * An answer.
     *
     * @param decision as the access log has it; empty: there is none yet
     * @param retryAfterS when to try again; 0: nothing is said of it
     */
    public KeptAnswer(int status, String json, String decision, int retryAfterS) {
        this.status = status;
        this.json = json;
        this.decision = decision;
        this.retryAfterS = retryAfterS;
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }

    /** The body. */
    public String json() {
        return json;
    }

    /** As the access log has it; empty: there is none yet. */
    public String decision() {
        return decision;
    }

    /** When to try again; 0: nothing is said of it. */
    public int retryAfterS() {
        return retryAfterS;
    }

    /** Whether the body says what is wrong: there is no decision, and none on its way. */
    public boolean isProblem() {
        return status >= PROBLEM_MIN;
    }

    /** What another member answers, or this one: that an answer is gone elsewhere hides nothing that is kept here. */
    public KeptAnswer orBetter(Optional<KeptAnswer> other) {
        return other.filter(found -> found.status != GONE || status == UNKNOWN).orElse(this);
    }

    /** Whether the transaction is on its way. */
    public boolean isPending() {
        return decision.isEmpty();
    }

    @Override
    public int getFactoryId() {
        return ReadsSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ReadsSerialization.KEPT_ANSWER;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeInt(status);
        out.writeString(json);
        out.writeString(decision);
        out.writeInt(retryAfterS);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "KeptAnswer");
        status = in.readInt();
        json = Objects.requireNonNull(in.readString());
        decision = Objects.requireNonNull(in.readString());
        retryAfterS = in.readInt();
    }
}
