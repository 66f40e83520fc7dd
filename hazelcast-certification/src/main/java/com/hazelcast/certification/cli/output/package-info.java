/** What commands print: reports for people, and objects for programs. */
package com.hazelcast.certification.cli.output;
