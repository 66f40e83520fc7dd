package com.hazelcast.certification.access;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Who uses a command, as it states it to others: whoever runs the process can make it state another one. */
public final class ThisUser {
    private ThisUser() {}

    /** The user of this machine and its name. */
    public static String atThisHost() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "a host without a name";
        }
        return System.getProperty("user.name", "-") + "@" + host;
    }
}
