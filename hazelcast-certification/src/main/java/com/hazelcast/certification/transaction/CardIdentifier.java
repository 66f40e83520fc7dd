package com.hazelcast.certification.transaction;

import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Cipher;

/**
 * Replaces the card numbers of parsed transactions by their identifiers, where numbers are keyed; otherwise does nothing. Stands
 * where numbers come in: behind it there are none. Not thread-safe, one a reader; allocates nothing. Some 20 ns a card: AES runs
 * over a group of blocks at once.
 */
public final class CardIdentifier {
    private static final int BLOCK_BYTES = 16;
    private static final int GROUP = 256;

    private final Optional<Keyed> keyed;

    /** With that key; with none, cards stay as they are. */
    public CardIdentifier(Optional<CardKey> key) {
        keyed = key.map(Keyed::new);
    }

    /** Replaces the cards of the first transactions of the array, whose card words are codes of numbers. */
    public void identify(byte[] transactions, int count) {
        if (keyed.isPresent()) {
            for (int first = 0; first < count; first += GROUP) {
                keyed.get().identify(transactions, first, Math.min(GROUP, count - first));
            }
        }
    }

    /** Replaces the first codes of the array. */
    public void identify(long[] codes, int count) {
        if (keyed.isPresent()) {
            for (int first = 0; first < count; first += GROUP) {
                keyed.get().identify(codes, first, Math.min(GROUP, count - first));
            }
        }
    }

    private static final class Keyed {
        private final byte[] blocks = new byte[GROUP * BLOCK_BYTES];
        private final byte[] encrypted = new byte[GROUP * BLOCK_BYTES];
        private final CardKey key;
        private final Cipher cipher;

        Keyed(CardKey key) {
            this.key = key;
            this.cipher = key.newCipher();
        }

        void identify(byte[] transactions, int first, int count) {
            int size = TransactionLayout.TRANSACTION_SIZE_BYTES;
            for (int i = 0; i < count; i++) {
                key.putMessage(TransactionLayout.cardAt(transactions, (first + i) * size), blocks, i * BLOCK_BYTES);
            }
            encrypt(count);
            for (int i = 0; i < count; i++) {
                TransactionLayout.putCard(
                        transactions, (first + i) * size, CardKey.identifier(encrypted, i * BLOCK_BYTES));
            }
        }

        void identify(long[] codes, int first, int count) {
            for (int i = 0; i < count; i++) {
                key.putMessage(codes[first + i], blocks, i * BLOCK_BYTES);
            }
            encrypt(count);
            for (int i = 0; i < count; i++) {
                codes[first + i] = CardKey.identifier(encrypted, i * BLOCK_BYTES);
            }
        }

        private void encrypt(int count) {
            try {
                int unused = cipher.update(blocks, 0, count * BLOCK_BYTES, encrypted, 0);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("AES failed on whole blocks; a defect of the Java platform", e);
            }
        }
    }
}
