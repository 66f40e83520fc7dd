/**
 * The certificates of a member's ports: when they end, and that a port takes those that are written while it is open.
 *
 * <p>Enters: the files of a port, and what has the port read them again. Leaves: days that are left. Runs on one thread of its own, which
 * reads the files. Knows neither Hazelcast nor a port.
 */
package com.hazelcast.certification.certificates;
