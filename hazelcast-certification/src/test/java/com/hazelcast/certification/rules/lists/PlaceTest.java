package com.hazelcast.certification.rules.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceTest {
    private static final long HOUR_MS = 3_600_000;

    private static LongTable table(String text) throws IOException, CsvException {
        return CsvReader.places(new BufferedReader(new StringReader(text)), Long::parseLong);
    }

    /** In an hour, so the speed is the way. The first ones follow from the radius of 6,371.0088 km. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            0, 0, 0, 0, 0
            0, 0, 0, 1, 111
            0, 0, 0, 90, 10007
            0, 0, 90, 17, 10007
            -90, 0, 90, 123.4, 20015
            0, -180, 0, 180, 0
            0, 179.5, 0, -179.5, 111
            52.52, 13.405, 48.8566, 2.3522, 877
            -33.8688, 151.2093, 51.507222, -0.1275, 16993
            """)
    void shouldTakeTheShortestWayOnASphere(
            String fromLatitude, String fromLongitude, String toLatitude, String toLongitude, long km)
            throws IOException, CsvException {
        LongTable places =
                table("1," + fromLatitude + "," + fromLongitude + "\n2," + toLatitude + "," + toLongitude + "\n");
        assertThat(Place.speed(places.get(1), places.get(2), HOUR_MS)).isEqualTo(km);
        assertThat(Place.speed(places.get(2), places.get(1), HOUR_MS)).isEqualTo(km);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            7200000, 5003
            -7200000, 5003
            60000, 600453
            59999, 600453
            -1, 600453
            0, 600453
            """)
    void shouldReckonAMinuteAtLeast(long apartMs, long kmPerHour) throws IOException, CsvException {
        LongTable places = table("1,0,0\n2,0,90\n");
        assertThat(Place.speed(places.get(1), places.get(2), apartMs)).isEqualTo(kmPerHour);
    }

    @Test
    void shouldNotPassItsGreatestSpeed() throws IOException, CsvException {
        LongTable places = table("1,-90,0\n2,90,0\n");
        assertThat(Place.speed(places.get(1), places.get(2), 0)).isEqualTo(Place.SPEED_MAX - 1);
    }

    @Test
    void shouldPassOverAHeadingAndComments() throws IOException, CsvException {
        LongTable places = table("key,latitude,longitude\n# the far north\n7, 90 , -180.000000\n");
        assertThat(places.count()).isEqualTo(1);
        assertThat(places.get(7)).isNotEqualTo(CsvReader.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,2            | line 1: expected three fields (key, latitude, longitude): fieldCount=2
            1,2,3,4        | line 1: expected three fields (key, latitude, longitude): fieldCount=4
            1,90.000001,0  | line 1: the latitude must be -90 to 90
            1,-91,0        | line 1: the latitude must be -90 to 90
            1,0,180.5      | line 1: the longitude must be -180 to 180
            1,north,0      | line 1: the latitude must be a number, with a point before its decimals
            1,0,1.1234567  | line 1: the longitude may have at most 6 decimals
            1,0,1e99999999 | line 1: the longitude must be -180 to 180
            1,0,1e-999999999 | line 1: the longitude may have at most 6 decimals
            """)
    void shouldSayWhatIsWrongWithALine(String line, String message) {
        assertThatThrownBy(() -> table(line)).isInstanceOf(CsvException.class).hasMessage(message);
    }
}
