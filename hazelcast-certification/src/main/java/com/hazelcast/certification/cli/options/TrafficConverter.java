package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.traffic.Traffic;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of traffic. */
public final class TrafficConverter implements ITypeConverter<Traffic> {
    @Override
    public Traffic convert(String text) {
        try {
            return Traffic.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
