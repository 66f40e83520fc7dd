package com.hazelcast.certification.systemtests.cluster;

import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.util.List;

/** Where members run. */
public interface Hosts {
    /** All members on the loopback address. */
    Hosts LOOPBACK = new Hosts() {
        @Override
        public String address(int index) {
            return "127.0.0.1";
        }

        @Override
        public List<String> prefix(int index) {
            return List.of();
        }

        @Override
        public int freePort() throws IOException {
            return LocalCluster.freePort();
        }
    };

    /** The address of the member of that place. */
    String address(int index);

    /** What comes before the command that starts it. */
    List<String> prefix(int index);

    /** A member's port, the same or another for each. */
    int freePort() throws IOException;

    /** Where other members reach the member of that place, which listens at that port. */
    default String reach(int index, int port) throws IOException {
        return address(index) + ":" + port;
    }

    /** What the member of that place needs besides, which listens at that port. */
    default List<String> options(int index, int port) throws IOException {
        return List.of();
    }
}
