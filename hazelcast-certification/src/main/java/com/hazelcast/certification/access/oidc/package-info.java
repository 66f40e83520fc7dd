/**
 * People whom a provider of OpenID Connect signs in: where they are sent, what comes back, who they are by it, and the session that they get.
 *
 * <p>Enters: codes that the provider gave to a browser. Leaves: names with roles, tokens of sessions, or a reason why not. What calls the
 * provider blocks and says so. The protocol and all signatures are the work of Nimbus' libraries. Knows neither Hazelcast nor the HTTP
 * port.
 */
package com.hazelcast.certification.access.oidc;
