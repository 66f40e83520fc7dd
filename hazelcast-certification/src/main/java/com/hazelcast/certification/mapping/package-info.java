/**
 * From what callers and files give to compact transactions: single fields with their units and codes, and whole rows by a mapping.
 *
 * <p>Enters: texts and numbers of a field, or a row of named values. Leaves: the words of a transaction, or a
 * {@linkplain com.hazelcast.certification.mapping.FieldProblem problem} that names the field. Used by the HTTP API, by loads of histories,
 * and by whatever else reads transactions of others. Any thread; knows neither files nor sockets nor Hazelcast.
 */
package com.hazelcast.certification.mapping;
