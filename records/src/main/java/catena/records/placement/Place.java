// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A part of what a cluster stores that can be placed by itself. */
public enum Place {
  /** Write-ahead logs, and what is made of them when a tserver is recovered. */
  WAL,
  /** The root and metadata tables. */
  METADATA,
  /** Files of all other tables, the temporary ones of compactions among them. */
  TABLES,
  /** ZooKeeper's log and snapshots. */
  ZOOKEEPER,
  /** All that is stored on disks of one kind, whatever it is. */
  ALL;

  /** Its word in files and messages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its directories below Accumulo's volume; none for what is not in HDFS. */
  public List<String> directories() {
    return switch (this) {
      case WAL -> List.of("wal", "recovery");
      case METADATA -> List.of("tables/+r", "tables/!0");
      case TABLES -> List.of("tables");
      case ZOOKEEPER, ALL -> List.of();
    };
  }

  /** Those that are in HDFS, the directory of one before those within it. */
  public static List<Place> inHdfs() {
    return List.of(TABLES, METADATA, WAL);
  }

  /** The place of a file by its path below Accumulo's volume; empty for one that is in none. */
  public static Optional<Place> ofPath(String relative) {
    return List.of(METADATA, WAL, TABLES).stream()
        .filter(place -> place.directories().stream().anyMatch(d -> relative.startsWith(d + "/")))
        .findFirst();
  }
}
