/**
 * The paths of {@code docs/console-api.md} and the health pages: what each takes and answers.
 *
 * <p>Enters: a request whose caller may ask it. Leaves: JSON, or an {@link com.hazelcast.certification.console.http.HttpFailure} with
 * a sentence. Runs on the workers of the HTTP port; control runs on a thread of its own once it has been accepted.
 */
package com.hazelcast.certification.console.api;
