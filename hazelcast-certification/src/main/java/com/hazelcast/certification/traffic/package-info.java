/**
 * The customers behind generated transactions: who they are, where and when they pay, how much, and which of their payments are
 * fraud.
 *
 * <p>Enters: a card's number, the number of cards, a time, and random bits. Leaves: records, entries of histories, and labels
 * beside them. Everything about a customer, a merchant or a terminal is calculated from its number, so nothing is stored and no
 * memory grows with the cards; and what is loaded of a card fits what comes of it later. Any thread; no sockets, no Hazelcast.
 */
package com.hazelcast.certification.traffic;
