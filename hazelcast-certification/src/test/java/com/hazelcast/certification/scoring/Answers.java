package com.hazelcast.certification.scoring;

/** Answers of the set that comes with the program, whose rules all decline: verdict 0 is not flagged, the others are. */
public final class Answers {
    private Answers() {}

    public static short scored(int verdict) {
        return Answer.scored(verdict, verdict != 0);
    }

    public static short scoredNewCard(int verdict) {
        return Answer.scoredNewCard(verdict, verdict != 0);
    }

    public static short duplicate(int verdict) {
        return Answer.duplicate(verdict, verdict != 0);
    }
}
