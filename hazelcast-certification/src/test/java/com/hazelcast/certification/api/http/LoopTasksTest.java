package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LoopTasksTest {
    private final Queue<Runnable> hops = new ArrayDeque<>();
    private final LoopTasks tasks = new LoopTasks(hops::add);
    private final List<String> done = new ArrayList<>();

    private void add(String name) {
        tasks.run(() -> done.add(name));
    }

    private void addFailing(RuntimeException planted) {
        tasks.run(() -> {
            throw planted;
        });
    }

    @Test
    void shouldRunInOneHopWhatComesTogether() {
        add("first");
        add("second");

        assertThat(hops).hasSize(1);
        hops.remove().run();
        assertThat(done).containsExactly("first", "second");
        add("third");
        assertThat(hops).hasSize(1);
    }

    @Test
    void shouldRunInAnotherHopWhatStandsBehindATaskThatThrows() {
        add("first");
        addFailing(new IllegalStateException("planted: a task that throws"));
        add("second");
        add("third");

        assertThatThrownBy(() -> hops.remove().run()).hasMessageContaining("planted");

        assertThat(done).containsExactly("first");
        assertThat(hops).hasSize(1);
        hops.remove().run();
        assertThat(done).containsExactly("first", "second", "third");
    }

    @Test
    void shouldWaitForTheNextTaskWhenTheLastOneThrows() {
        addFailing(new IllegalStateException("planted: the last task throws"));

        assertThatThrownBy(() -> hops.remove().run()).hasMessageContaining("planted");

        assertThat(hops).isEmpty();
        add("next");
        hops.remove().run();
        assertThat(done).containsExactly("next");
    }
}
