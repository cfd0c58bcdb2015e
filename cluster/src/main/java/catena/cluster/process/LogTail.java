// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Picks the lines of a log that a person wants to see when a server has failed; nothing is decided
 * by them.
 */
public final class LogTail {
  private static final int MOST_BYTES = 256 * 1024;
  private static final int MOST_LINES = 6;

  /** Causes that show in many ways: what a full disk brings about looks like something else. */
  private static final Pattern CAUSE =
      Pattern.compile("low on available disk space|No space left on device|\\bFATAL\\b");

  private static final int MOST_CAUSES = 2;
  private static final Pattern TELLING =
      Pattern.compile("ERROR|Exception|Error:|Caused by|Could not|Address already in use");
  private static final Pattern FRAME = Pattern.compile("\\s+at .*|\\s+\\.\\.\\. \\d+ more");

  private LogTail() {}

  /** A failure of a server or program, with the relevant lines of its log. */
  public static ClusterException failure(String name, String what, Path log, long offset) {
    StringBuilder message = new StringBuilder(name).append(' ').append(what);
    for (String line : lines(log, offset)) {
      message.append("\n    ").append(line);
    }
    return new ClusterException(message.append("\n  Its log is ").append(log).toString());
  }

  private static List<String> lines(Path log, long offset) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(offset, file.length() - MOST_BYTES);
      byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return causes(new String(bytes, StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      return List.of("(the log cannot be read: " + e.getMessage() + ")");
    }
  }

  /**
   * The last lines that name a cause, if any do, and then the last that speak of an error, or else
   * the last lines at all.
   */
  public static List<String> causes(List<String> lines) {
    List<String> plain =
        lines.stream().filter(l -> !l.isBlank() && !FRAME.matcher(l).matches()).toList();
    List<String> errors = plain.stream().filter(l -> TELLING.matcher(l).find()).toList();
    List<String> causes =
        last(MOST_CAUSES, plain.stream().filter(l -> CAUSE.matcher(l).find()).toList());
    List<String> others =
        (errors.isEmpty() ? plain : errors).stream().filter(l -> !CAUSE.matcher(l).find()).toList();
    List<String> telling = new ArrayList<>(causes);
    telling.addAll(last(MOST_LINES - causes.size(), others));
    return List.copyOf(telling);
  }

  private static List<String> last(int most, List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - most), lines.size());
  }
}
