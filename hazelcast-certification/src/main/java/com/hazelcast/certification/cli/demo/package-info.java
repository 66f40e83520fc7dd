/** What the demo shows, part by part, and what it holds against each other in the end. */
@NullMarked
package com.hazelcast.certification.cli.demo;

import org.jspecify.annotations.NullMarked;
