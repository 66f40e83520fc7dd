package com.hazelcast.certification.metrics;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds as they travel between members, as text. Stateless. */
public final class EncodedTimes {
    private EncodedTimes() {}

    /** The histogram as text, some hundred to some thousand characters. */
    public static String encode(Histogram times) {
        ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int sizeBytes = times.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), sizeBytes));
    }

    /**
     * All of them added up.
     *
     * @throws IllegalArgumentException when one is no histogram
     */
    public static Histogram sum(Collection<String> encoded) {
        Histogram sum = new Histogram(AnswerLatency.HIGHEST_NS, AnswerLatency.SIGNIFICANT_DIGITS);
        encoded.forEach(one -> sum.add(decode(one)));
        return sum;
    }

    private static Histogram decode(String encoded) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), AnswerLatency.HIGHEST_NS);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram; run one version of the product in a cluster", e);
        }
    }
}
