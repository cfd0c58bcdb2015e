// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.records.settings.Setting;
import java.util.Locale;

/** What a client does to a record, as in YCSB. */
enum Operation {
  /** Reads one record. */
  READ("ycsb.read", 0.95, "read one record"),
  /** Writes one record again. */
  UPDATE("ycsb.update", 0.05, "write one record again"),
  /** Writes a new record. */
  INSERT("ycsb.insert", 0, "write a new record"),
  /** Reads some records, one after the other. */
  SCAN("ycsb.scan", 0, "read some records in a row"),
  /** Reads a record and writes it again. */
  READ_MODIFY_WRITE("ycsb.readmodifywrite", 0, "read a record and write it again");

  @SuppressWarnings("ImmutableEnumChecker") // nothing of a setting changes
  private final Setting<Double> part;

  Operation(String key, double otherwise, String what) {
    part = Setting.ofDouble(key, otherwise, 0, 1e6, "the proportion of operations that " + what);
  }

  /** The setting of how often it is made. */
  Setting<Double> part() {
    return part;
  }

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
