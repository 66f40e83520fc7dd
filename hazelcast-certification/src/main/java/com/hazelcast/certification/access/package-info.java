/**
 * People: their names, roles and hashed secrets, and who has failed too often to try again.
 *
 * <p>Enters: files of names, secrets that were presented. Leaves: users. Runs on whichever thread calls; what reads a file or checks a
 * secret says so. Knows neither Hazelcast nor HTTP.
 */
package com.hazelcast.certification.access;
