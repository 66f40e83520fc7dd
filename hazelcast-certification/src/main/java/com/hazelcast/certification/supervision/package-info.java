/**
 * What the service manager of the host is sent about this process: that it is up, that it goes on, and that it ends.
 *
 * <p>Enters: the environment that systemd gives, and which shards are silent. Leaves: notifications. One thread of this package asks and
 * sends.
 */
package com.hazelcast.certification.supervision;
