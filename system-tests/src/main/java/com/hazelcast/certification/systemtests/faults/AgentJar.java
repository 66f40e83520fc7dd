package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.systemtests.planted.PlantedAgent;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Writes the jar that members run with when exceptions are planted in them: the agent and what it changes classes with, and
 * nothing of the product, which is theirs.
 */
final class AgentJar {
    private AgentJar() {}

    static void write(Path target) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", PlantedAgent.class.getName());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(target), manifest)) {
            copy(PlantedAgent.class, PlantedAgent.class.getPackageName().replace('.', '/') + "/", jar);
            copy(net.bytebuddy.ByteBuddy.class, "net/bytebuddy/", jar);
        }
    }

    /** Copies the files of a package from where one of its classes was loaded, a jar or a folder. */
    private static void copy(Class<?> loaded, String prefix, JarOutputStream to) throws IOException {
        Path from = locationOf(loaded);
        if (Files.isDirectory(from)) {
            copyFolder(from, prefix, to);
        } else {
            copyJar(from, prefix, to);
        }
    }

    private static void copyFolder(Path from, String prefix, JarOutputStream to) throws IOException {
        try (Stream<Path> files = Files.walk(from.resolve(prefix))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                to.putNextEntry(new JarEntry(from.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, to);
            }
        }
    }

    private static void copyJar(Path from, String prefix, JarOutputStream to) throws IOException {
        try (JarFile jar = new JarFile(from.toFile())) {
            for (JarEntry entry : jar.stream()
                    .filter(entry -> entry.getName().startsWith(prefix) && !entry.isDirectory())
                    .toList()) {
                to.putNextEntry(new JarEntry(entry.getName()));
                try (InputStream in = jar.getInputStream(entry)) {
                    in.transferTo(to);
                }
            }
        }
    }

    private static Path locationOf(Class<?> loaded) {
        try {
            return Path.of(
                    loaded.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("classes come from no file: class=" + loaded.getName(), e);
        }
    }
}
