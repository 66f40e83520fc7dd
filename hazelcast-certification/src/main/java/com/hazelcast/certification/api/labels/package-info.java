/**
 * Labels as callers of the HTTP API give and get them.
 *
 * <p>Enters: the list of a body. Leaves: requests, and after their results the rows of an answer, with masked cards. Used on event loops; pure.
 */
package com.hazelcast.certification.api.labels;
