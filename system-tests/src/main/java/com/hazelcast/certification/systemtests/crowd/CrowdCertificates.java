package com.hazelcast.certification.systemtests.crowd;

import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.process.LocalCertificate;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A certificate of the loopback address, which its clients trust. */
public record CrowdCertificates(LocalCertificate files) {
    /** Makes it in that folder. */
    public static CrowdCertificates in(Path folder) throws IOException {
        return new CrowdCertificates(LocalCertificate.in(folder));
    }

    /** Of members, so that so many connections come from one address. */
    List<String> memberOptions(int connectionsMax) {
        return List.of(
                "--min-members=2",
                SystemCluster.CERTIFICATE + files.certificate(),
                "--gateway-tls-key=" + files.key(),
                "--gateway-connections-max=" + connectionsMax,
                "--gateway-connections-per-address=" + connectionsMax);
    }

    /** Of a client. */
    TlsOptions forClient() {
        return TlsOptions.trusting(files.certificate());
    }
}
