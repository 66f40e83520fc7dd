/**
 * Histories that a controller sends to members, because they do not see its folder: slices of its files, in control calls.
 *
 * <p>Enters: a {@linkplain com.hazelcast.certification.importing.ImportedFolder folder} on the controller's side, and texts of calls on a
 * member's. Leaves: these texts, and a folder on the member's disk, which {@code loading} reads. Runs on the thread of a command and on those
 * of control calls. It does not know how calls travel.
 */
package com.hazelcast.certification.sending;
