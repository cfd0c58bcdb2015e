// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import java.util.Locale;

/** What a client does to a record, as in YCSB. */
enum Operation {
  /** Reads one record. */
  READ,
  /** Writes one record again. */
  UPDATE,
  /** Writes a new record. */
  INSERT,
  /** Reads some records, one after the other. */
  SCAN,
  /** Reads a record and writes it again. */
  READ_MODIFY_WRITE;

  /** The name in latency logs. */
  String tag() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it writes an existing record. */
  boolean updates() {
    return this == UPDATE || this == READ_MODIFY_WRITE;
  }

  /** Whether it compares what it reads. */
  boolean reads() {
    return this == READ || this == SCAN || this == READ_MODIFY_WRITE;
  }
}
