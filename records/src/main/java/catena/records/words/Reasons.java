// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why something failed, in words for people. */
public final class Reasons {
  private Reasons() {}

  /** The reason that a failure gives, in one line. */
  public static String of(Throwable e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof CharacterCodingException) {
      return "it is no UTF-8 text";
    }
    return e.getMessage() == null ? e.toString() : e.getMessage().lines().findFirst().orElse("");
  }
}
