package com.hazelcast.certification.cli.access;

import com.hazelcast.certification.access.Role;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a role: {@code viewer}, {@code analyst} or {@code operator}. Thread-safe. */
public final class RoleConverter implements ITypeConverter<Role> {
    @Override
    public Role convert(String text) {
        try {
            return Role.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
