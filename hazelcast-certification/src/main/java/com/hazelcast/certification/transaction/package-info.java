/**
 * The card transaction: its wire record, its compact form, and the reasons for which one is rejected.
 *
 * <p>Enters: bytes of the 100-byte text record. Leaves: the 36-byte {@linkplain
 * com.hazelcast.certification.transaction.TransactionLayout compact transaction}, its card keyed where
 * numbers are keyed, or a {@linkplain com.hazelcast.certification.transaction.Rejection rejection}. Runs on the thread of whoever calls it
 * (a source's reader). Imports neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.transaction;
