package com.hazelcast.certification.member;

import com.hazelcast.certification.cluster.AllowedClasses;
import com.hazelcast.certification.logs.LogEvent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class loader that Hazelcast is given. Hazelcast asks it for every class that it makes by name: what Java serialization,
 * {@code DataSerializable}, the compact form and a configuration that arrives name. The filter for Java serialization sees the
 * first of these only. Once {@linkplain #seal sealed}, it finds {@link AllowedClasses} and nothing else that exists. Thread-safe.
 *
 * <p>Classes that code refers to are not asked for here: their own loader finds them.
 */
final class SealedClassLoader extends ClassLoader {
    private static final Logger LOG = LoggerFactory.getLogger(SealedClassLoader.class);

    /** More names than that are refused without a line in the log: whoever sends them chooses them. */
    private static final int LOGGED_MAX = 100;

    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    private volatile boolean isSealed;

    static {
        registerAsParallelCapable();
    }

    SealedClassLoader() {
        super("fraud-sealed", SealedClassLoader.class.getClassLoader());
    }

    /** From now on only allowed classes are found: Hazelcast has started, and has made what it makes of itself. */
    void seal() {
        isSealed = true;
    }

    /**
     * @throws SecurityException when there is such a class and it is not allowed. Not {@code ClassNotFoundException}, upon which Hazelcast
     *     would ask another loader.
     */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> found = super.loadClass(name, resolve);
        if (isSealed && !AllowedClasses.contains(name)) {
            if (logged.size() < LOGGED_MAX && logged.add(name)) {
                LogEvent.CLASS_REFUSED
                        .at(LOG)
                        .log(
                                "a class was requested by its name and is not allowed; something that arrived names it, or it is missing in allowed-classes.txt: class={}",
                                name);
            }
            throw new SecurityException("Making this class by its name is not allowed: " + name);
        }
        return found;
    }
}
