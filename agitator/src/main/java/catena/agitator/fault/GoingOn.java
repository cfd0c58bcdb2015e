// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Something that goes on in a cluster for a while, during which a fault may be meant to hit. */
public enum GoingOn {
  /** A tablet has no host and needs write-ahead logs. */
  RECOVERY(""),
  /** Tablets of a table are merged. */
  MERGE("TABLE_MERGE"),
  /** A fault of the plan splits a table. */
  SPLIT(""),
  /** A compaction of a table that a client requested. */
  COMPACTION("TABLE_COMPACT"),
  /** A bulk import. */
  IMPORT("TABLE_BULK_IMPORT");

  private final String operation;

  GoingOn(String operation) {
    this.operation = operation;
  }

  /** As in policies: {@code merge}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** That of a word. */
  public static Optional<GoingOn> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /** What an unfinished table operation of the manager shows, by its name there. */
  public static Optional<GoingOn> ofOperation(String name) {
    return Arrays.stream(values())
        .filter(each -> !each.operation.isEmpty() && name.startsWith(each.operation))
        .findFirst();
  }

  /** All words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(GoingOn::word).collect(Collectors.joining(", "));
  }
}
