/**
 * People: their names, roles and hashed secrets, who has failed too often to try again, and the trail of what they did.
 *
 * <p>Enters: files of names, secrets that were presented. Leaves: users, and lines of a file. Runs on whichever thread calls; what reads a
 * file or checks a secret says so. Knows neither Hazelcast nor HTTP.
 */
package com.hazelcast.certification.access;
