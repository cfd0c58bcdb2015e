package catena.ingest.table;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file that a user named cannot be used, in words rather than as the name of a class. */
final class FileTrouble {
  private FileTrouble() {}

  static String inWords(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    } else if (e instanceof AccessDeniedException) {
      return "permission denied";
    } else if (e instanceof CharacterCodingException) {
      return "it is no UTF-8 text";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
