package catena.ingest;

import catena.harness.ledger.Ledger;
import java.io.Closeable;

/**
 * Who writes: a number, and what goes with it.
 *
 * @param client the client's name in journals and messages
 * @param number the writer's number
 * @param uuid what its values carry
 * @param ledger what it was promised
 * @param hold its right to the number, closed last
 */
record Writer(String client, int number, String uuid, Ledger ledger, Closeable hold) {}
