// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import java.util.UUID;

/** What a ledger belongs to: one writer of one graph in one table of one instance. */
public record LedgerHeader(
    String instanceId, String tableId, String fingerprint, int writer, UUID uuid) {
  static final String MAGIC = "catena-ledger";
  static final int VERSION = 1;

  /** Refuses parts that would not survive a line of fields separated by blanks. */
  public LedgerHeader {
    for (String part : new String[] {instanceId, tableId, fingerprint}) {
      if (part.isEmpty() || part.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw new IllegalArgumentException("'" + part + "' is no field of a ledger");
      }
    }
    if (writer < 0) {
      throw new IllegalArgumentException("negative writer: " + writer);
    }
  }

  String text() {
    return "%s %s %s %s %s %s %s"
        .formatted(MAGIC, VERSION, instanceId, tableId, fingerprint, writer, uuid);
  }
}
