package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.CardNumber;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardKeyTest {
    private static final String HEX = "2b7e151628aed2a6abf7158809cf4f3c";
    private static final CardKey KEY = new CardKey(HexFormat.of().parseHex(HEX));

    @TempDir
    Path folder;

    /** Another reading of RFC 4493, by CBC-MAC, against its example 2 first. */
    @Test
    void shouldBeTheCmacOfLabelAndCode() throws Exception {
        assertThat(HexFormat.of().formatHex(cmac(HexFormat.of().parseHex("6bc1bee22e409f96e93d7e117393172a"))))
                .isEqualTo("070a16b46b4d4144f79bdd9dd04a287c");
        for (String number : new String[] {"00000017721111", "4000220000112333", "9999999999999999999"}) {
            long code = CardNumber.of(number);
            byte[] message = ByteBuffer.allocate(16)
                    .put("fraudpan".getBytes(StandardCharsets.US_ASCII))
                    .putLong(code)
                    .array();
            BigInteger mac = new BigInteger(1, cmac(message)).shiftRight(64);
            BigInteger end = new BigInteger(Long.toUnsignedString(CardNumber.END));
            BigInteger last = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
            BigInteger expected = end.add(mac.multiply(last.subtract(end)).shiftRight(64));

            assertThat(Long.toUnsignedString(KEY.identify(code))).isEqualTo(expected.toString());
        }
    }

    /** Of a message of one block. */
    private static byte[] cmac(byte[] message) throws Exception {
        SecretKeySpec key = new SecretKeySpec(HexFormat.of().parseHex(HEX), "AES");
        Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new javax.crypto.spec.IvParameterSpec(new byte[16]));
        BigInteger zero = new BigInteger(1, cipher.doFinal(new byte[16]));
        BigInteger mask = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
        BigInteger subkey = zero.shiftLeft(1).and(mask);
        if (zero.testBit(127)) {
            subkey = subkey.xor(BigInteger.valueOf(0x87));
        }
        byte[] block = bytes(new BigInteger(1, message).xor(subkey));
        return cipher.doFinal(block);
    }

    private static byte[] bytes(BigInteger value) {
        byte[] bytes = new byte[16];
        byte[] signed = value.toByteArray();
        int length = Math.min(16, signed.length);
        System.arraycopy(signed, signed.length - length, bytes, 16 - length, length);
        return bytes;
    }

    @Test
    void shouldIdentifyManyAsOneByOneAndNeverByANumber() {
        Random random = new Random(1);
        int count = 1_000;
        byte[] transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        long[] codes = new long[count];
        for (int i = 0; i < count; i++) {
            codes[i] = random.nextLong(100_000_000_000_000L);
            TransactionLayout.put(transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES, codes[i], i, i, i, i);
        }
        long[] identified = codes.clone();
        CardIdentifier identifier = new CardIdentifier(Optional.of(KEY));

        identifier.identify(transactions, count);
        identifier.identify(identified, count);

        Set<Long> different = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            long card = TransactionLayout.cardAt(transactions, offset);
            assertThat(card).isEqualTo(KEY.identify(codes[i])).isEqualTo(identified[i]);
            assertThat(CardNumber.isCode(card)).isFalse();
            assertThat(TransactionLayout.referenceAt(transactions, offset)).isEqualTo(i);
            different.add(card);
        }
        assertThat(different).hasSize(count);
    }

    @Test
    void shouldLeaveCardsAsTheyAreWithoutAKey() {
        long[] codes = {1, 2, 3};
        new CardIdentifier(Optional.empty()).identify(codes, 3);
        assertThat(codes).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 48, 64})
    void shouldReadAKeyOfItsOwnerAlone(int digits) throws IOException {
        Path file = write("0f".repeat(digits / 2) + "\n", "rw-------");
        assertThat(CardKey.read(file).fingerprint()).hasSize(16).isNotEqualTo(KEY.fingerprint());
    }

    @Test
    void shouldRefuseAKeyThatOthersMayRead() throws IOException {
        Path file = write(HEX, "rw-r-----");
        assertThatThrownBy(() -> CardKey.read(file))
                .hasMessageContaining("chmod 600")
                .hasMessageContaining("card-key-file=" + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2b7e", "2b7e151628aed2a6abf7158809cf4f3g", "2b7e151628aed2a6abf7158809cf4f3c00"})
    void shouldRefuseWhatIsNoKeyAndNotRepeatIt(String content) throws IOException {
        Path file = write(content, "rw-------");
        assertThatThrownBy(() -> CardKey.read(file))
                .hasMessageContaining("card-key-file=" + file)
                .satisfies(failure -> assertThat(
                                content.isEmpty() || !failure.getMessage().contains(content))
                        .isTrue());
    }

    @Test
    void shouldSayThatThereIsNoFile() {
        assertThatThrownBy(() -> CardKey.read(folder.resolve("none"))).hasMessageContaining("openssl rand -hex 32");
    }

    private Path write(String content, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("card.key"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
