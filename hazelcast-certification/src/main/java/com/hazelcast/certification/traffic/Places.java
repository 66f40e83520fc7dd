package com.hazelcast.certification.traffic;

/**
 * Where customers live and merchants are: countries with cities, each city with as many terminals. A terminal's number is its
 * code in a record, so country, city and code name it. Immutable; two terminals a card and some 500 cards a city, as far as the
 * fields of a record go.
 */
final class Places {
    /** ISO 3166 and ISO 4217 numbers, and hours east of UTC. No country and no currency is one that a rule names. */
    private static final int[][] COUNTRIES = {
        {840, 840, -6}, // United States
        {356, 356, 5}, // India
        {76, 986, -3}, // Brazil
        {276, 978, 1}, // Germany
        {392, 392, 9}, // Japan
        {826, 826, 0}, // United Kingdom
        {250, 978, 1}, // France
        {792, 949, 3}, // Türkiye
        {484, 484, -6}, // Mexico
        {360, 360, 7}, // Indonesia
        {380, 978, 1}, // Italy
        {410, 410, 9}, // Korea
        {724, 978, 1}, // Spain
        {124, 124, -5}, // Canada
        {710, 710, 2}, // South Africa
        {616, 985, 1}, // Poland
        {36, 36, 10}, // Australia
        {528, 978, 1}, // Netherlands
        {784, 784, 4}, // United Arab Emirates
        {756, 756, 1}, // Switzerland
        {752, 752, 1}, // Sweden
        {620, 978, 0}, // Portugal
        {702, 702, 8}, // Singapore
        {554, 554, 12}, // New Zealand
    };

    private static final int CARDS_PER_CITY = 500;
    private static final int TERMINALS_PER_CARD = 2;
    private static final int CITIES_PER_COUNTRY_MAX = 4_000;
    private static final int TERMINALS_MIN = 32;
    private static final int TERMINALS_MAX = 100_000;

    private final int countryCount;
    private final int citiesPerCountry;
    private final int terminalsPerCity;

    private Places(int countryCount, int citiesPerCountry, int terminalsPerCity) {
        this.countryCount = countryCount;
        this.citiesPerCountry = citiesPerCountry;
        this.terminalsPerCity = terminalsPerCity;
    }

    /** The world of so many cards. */
    static Places of(long cards) {
        long perCountry = cards / COUNTRIES.length;
        int cities = (int) Math.max(1, Math.min(CITIES_PER_COUNTRY_MAX, perCountry / CARDS_PER_CITY));
        long terminals = TERMINALS_PER_CARD * perCountry / cities;
        return new Places(COUNTRIES.length, cities, (int) Math.max(TERMINALS_MIN, Math.min(TERMINALS_MAX, terminals)));
    }

    /** A single city. */
    static Places oneCity(int terminals) {
        return new Places(1, 1, terminals);
    }

    int countryCount() {
        return countryCount;
    }

    int citiesPerCountry() {
        return citiesPerCountry;
    }

    int terminalsPerCity() {
        return terminalsPerCity;
    }

    /** The ISO number of the country at that index. */
    static int code(int country) {
        return COUNTRIES[country][0];
    }

    /** The ISO number of its currency. */
    static int currency(int country) {
        return COUNTRIES[country][1];
    }

    /** Hours that its clocks are ahead of UTC. */
    static int hoursEast(int country) {
        return COUNTRIES[country][2];
    }

    /** A city's number among those of all countries, which is its field in a record. */
    int city(int country, int cityOfCountry) {
        return country * citiesPerCountry + cityOfCountry;
    }

    /** The number of a city's first terminal among those of all cities. */
    long firstTerminal(int city) {
        return (long) city * terminalsPerCity;
    }
}
