package com.hazelcast.certification.rules.lists;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a list is with more entries. */
class CsvAdditionTest {
    @Test
    void shouldPutNewEntriesBehindTheOthers() {
        CsvAddition addition = CsvAddition.of("5411\n5812\n", "5999\n\n 6011 , 2030-01-01 \n");
        assertThat(addition.content()).isEqualTo("5411\n5812\n5999\n6011 , 2030-01-01\n");
        assertThat(addition.keys()).containsExactly("5999", "6011");
    }

    @Test
    void shouldPutAnEntryInThePlaceOfTheOneWithItsKey() {
        CsvAddition addition = CsvAddition.of("5411\n5812,2027-01-01\n5999\n", "5812,2030-01-01\n5411\n");
        assertThat(addition.content()).isEqualTo("5411\n5812,2030-01-01\n5999\n");
        assertThat(addition.keys()).as("the other one is there already").containsExactly("5812");
    }

    @Test
    void shouldKeepCommentsHeadingAndBlankLinesOfTheList() {
        CsvAddition addition = CsvAddition.of("# of fraud\nvalue,expires\n\n5411", "# mine\nvalue\n5812");
        assertThat(addition.content()).isEqualTo("# of fraud\nvalue,expires\n\n5411\n5812\n");
        assertThat(addition.keys()).containsExactly("5812");
    }

    @Test
    void shouldTakeTheLastOfSeveralEntriesWithOneKey() {
        CsvAddition addition = CsvAddition.of("", "5411\n5411,2030-01-01\n");
        assertThat(addition.content()).isEqualTo("5411,2030-01-01\n");
        assertThat(addition.keys()).containsExactly("5411");
    }

    @Test
    void shouldWriteACardThatIsGivenInGroupsAsOneNumber() {
        CsvAddition addition =
                CsvAddition.of("4000123412341234\n", "4000 1234 1234 1234\n 4111-1111-1111-1111 , 2030-01-01\n");
        assertThat(addition.content()).isEqualTo("4000123412341234\n4111111111111111 , 2030-01-01\n");
        assertThat(addition.keys()).containsExactly("4111111111111111");
        assertThat(CsvAddition.of("", "3782 822463 10005\n3782-822463-10006").keys())
                .containsExactly("378282246310005", "378282246310006");
    }

    @Test
    void shouldPassOverTheByteOrderMarkOfAFileThatIsAdded() {
        CsvAddition addition = CsvAddition.of("5411\n", "\uFEFF5411\n5812\n");
        assertThat(addition.content()).isEqualTo("5411\n5812\n");
        assertThat(addition.keys()).containsExactly("5812");
    }

    @Test
    void shouldLeaveATerminalAsItIs() {
        assertThat(CsvAddition.of("", "276-00012-00345\n").content()).isEqualTo("276-00012-00345\n");
    }

    @Test
    void shouldFindNothingToAddInWhatIsThereOrNoEntry() {
        assertThat(CsvAddition.of("5411\n5812\n", " 5812 \n").keys()).isEmpty();
        assertThat(CsvAddition.of("5411\n", "# nothing\n\n").keys()).isEmpty();
    }

    @Test
    void shouldFindNothingToAddInWhatIsThereInAnotherForm() {
        CsvAddition addition = CsvAddition.of("5411,\n5812, 2030-01-01\n", "5411\n5812,2030-01-01\n");
        assertThat(addition.keys()).isEmpty();
        assertThat(addition.content()).isEqualTo("5411,\n5812, 2030-01-01\n");
    }

    @Test
    void shouldNotLoseWhatIsWrong() {
        CsvAddition addition = CsvAddition.of("5411\n", ",2030-01-01\nkey5\n");
        assertThat(addition.content()).as("whoever reads it refuses it").isEqualTo("5411\n,2030-01-01\nkey5\n");
        assertThat(addition.toString()).doesNotContain("2030");
    }
}
