package com.hazelcast.certification.rules.lists;

/**
 * Places on the globe, as tables have them: latitude and longitude in one {@code long}, in millionths of a degree, which are at most 11 cm.
 *
 * <pre>
 *  bits     63 ... 60   59 ... 32          31 ... 29   28 ... 0
 *           0           latitude + 90°     0           longitude + 180°
 * </pre>
 *
 * <p>Pure. Distances come from {@link StrictMath}: all members, their copies and a backtest have to come to the same.
 */
public final class Place {
    /** Decimals of a degree. */
    public static final int DECIMALS = 6;

    /** The farthest from the equator, in degrees. */
    public static final int LATITUDE_MAX = 90;

    /** The farthest from Greenwich, in degrees. */
    public static final int LONGITUDE_MAX = 180;

    /** Two payments are reckoned to be a minute apart at least: what is less says more of clocks than of the card. */
    public static final long APART_MS_MIN = 60_000;

    private static final long DEGREE = 1_000_000;
    private static final int LATITUDE_SHIFT = 32;
    private static final long LONGITUDE_MASK = (1L << 29) - 1;
    private static final long HOUR_MS = 3_600_000;

    /** Mean radius of the earth (IUGG). */
    private static final double RADIUS_KM = 6_371.0088;

    /** The greatest speed: half around the earth in the least time. */
    public static final long SPEED_MAX = (long) Math.ceil(Math.PI * RADIUS_KM * HOUR_MS / APART_MS_MIN);

    private Place() {}

    /** The place of a latitude (north is positive) and a longitude (east is positive), in millionths of a degree. */
    static long of(long latitude, long longitude) {
        return latitude + LATITUDE_MAX * DEGREE << LATITUDE_SHIFT | longitude + LONGITUDE_MAX * DEGREE;
    }

    /**
     * How fast one comes from one place to another: km/h, cut off to whole ones. The way is the shortest on a sphere, by the haversine
     * formula.
     *
     * @param apartMs between both; its sign makes no difference
     */
    public static long speed(long from, long to, long apartMs) {
        return (long) (distanceKm(from, to) * HOUR_MS / Math.max(APART_MS_MIN, Math.abs(apartMs)));
    }

    private static double distanceKm(long from, long to) {
        double fromLatitude = latitude(from);
        double toLatitude = latitude(to);
        double acrossLatitude = StrictMath.sin((toLatitude - fromLatitude) / 2);
        double acrossLongitude = StrictMath.sin((longitude(to) - longitude(from)) / 2);
        double haversine = acrossLatitude * acrossLatitude
                + StrictMath.cos(fromLatitude) * StrictMath.cos(toLatitude) * acrossLongitude * acrossLongitude;
        return 2 * RADIUS_KM * StrictMath.asin(StrictMath.sqrt(Math.min(1, haversine)));
    }

    private static double latitude(long place) {
        return radians((place >> LATITUDE_SHIFT) - LATITUDE_MAX * DEGREE);
    }

    private static double longitude(long place) {
        return radians((place & LONGITUDE_MASK) - LONGITUDE_MAX * DEGREE);
    }

    private static double radians(long units) {
        return (double) units / DEGREE / LONGITUDE_MAX * Math.PI;
    }
}
