/**
 * The options that commands have in common: how each is written, checked, and turned into the settings of a member or a client.
 *
 * <p>Enters: texts of a command line or of a YAML file. Leaves: checked configurations. An error names the key, its value and what it may
 * be.
 */
package com.hazelcast.certification.cli.options;
