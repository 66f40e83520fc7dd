package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The shards' map, whose first batch stands still on its owner, which must be this member: when it has looked at the members and
 * scored, and before Hazelcast sends its backup.
 */
final class PausingMap {
    private final IMap<Integer, HistoryShard> map;
    private final AtomicBoolean isFirst = new AtomicBoolean(true);
    private final CountDownLatch paused = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile byte[] answer = {};

    PausingMap(IMap<Integer, HistoryShard> map) {
        this.map = map;
    }

    /** The map, as a router sees it. */
    @SuppressWarnings("unchecked") // a proxy of a type with parameters
    IMap<Integer, HistoryShard> proxy() {
        return (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
                IMap.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("submitToKey") && isFirst.getAndSet(false)) {
                        return map.submitToKey((Integer) arguments[0], new Pausing((ScoreBatch) arguments[1]));
                    }
                    return method.invoke(map, arguments);
                });
    }

    void awaitPause() throws InterruptedException {
        await(paused);
    }

    void goOn() {
        goOn.countDown();
    }

    /** What the batch that stood still was answered. */
    byte[] pausedAnswer() {
        return answer;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("not within a minute");
        }
    }

    private final class Pausing implements EntryProcessor<Integer, HistoryShard, byte[]>, HazelcastInstanceAware {
        private final transient ScoreBatch batch;

        Pausing(ScoreBatch batch) {
            this.batch = batch;
        }

        @Override
        public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
            answer = batch.process(entry);
            paused.countDown();
            try {
                await(goOn);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return answer;
        }

        @Override
        public EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
            return batch.getBackupProcessor();
        }

        @Override
        public void setHazelcastInstance(HazelcastInstance hazelcast) {
            batch.setHazelcastInstance(hazelcast);
        }
    }
}
