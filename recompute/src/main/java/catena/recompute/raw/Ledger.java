package catena.recompute.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * What the ledger of one writer comes to.
 *
 * @param sound whether it begins with a sound header
 * @param end {@code closed}, {@code open} or {@code indeterminate}
 * @param damaged whether some line does not fit; the rest is what stands before it
 */
public record Ledger(
    String file,
    boolean sound,
    long windows,
    long entries,
    long deletes,
    String end,
    boolean damaged) {

  /** Adds up a ledger's bytes. */
  static Ledger of(String file, byte[] bytes) {
    Reading reading = new Reading();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length && !reading.damaged; i++) {
      boolean last = i == lines.length - 1;
      reading.line(lines[i], last);
    }
    return new Ledger(
        file,
        reading.lines > 0,
        reading.windows,
        reading.entries,
        reading.deletes,
        reading.compare(reading.acknowledged, reading.attempted) < 0
            ? "indeterminate"
            : reading.closed ? "closed" : "open",
        reading.damaged);
  }

  private static final class Reading {
    private String sum = "00000000";
    private int lines;
    private long windows;
    private long entries;
    private long deletes;
    private long[] acknowledged = {0, 0, 0};
    private long[] attempted = {0, 0, 0};
    private long[] attemptedBefore = {0, 0, 0};

    /** From, to, of the window that was intended last; null where there is none. */
    private long[][] pending;

    private long[] pendingCounts = {0, 0};
    private boolean closed;
    private boolean damaged;

    private void line(String line, boolean last) {
      String sound = sound(line) ? line : resumed(line);
      if (sound != null) {
        lines++;
        sum = sound.substring(sound.length() - 8);
        fold(sound.substring(0, sound.length() - 9).split(" ", -1));
      } else if (!last) {
        damaged = true;
      } else if (!line.isEmpty()) {
        closed = false;
      }
    }

    private boolean sound(String line) {
      if (line.length() < 10 || line.charAt(line.length() - 9) != ' ') {
        return false;
      }
      CRC32 crc = new CRC32();
      crc.update(sum.getBytes(StandardCharsets.ISO_8859_1));
      crc.update(line.substring(0, line.length() - 9).getBytes(StandardCharsets.ISO_8859_1));
      return line.endsWith(String.format(Locale.ROOT, " %08x", crc.getValue()));
    }

    /** A line that carries on behind the torn bytes of a dead writer; null if it is none. */
    private String resumed(String line) {
      int mark = line.lastIndexOf('~');
      String rest = line.substring(mark + 1);
      return mark >= 0 && rest.startsWith("R ") && sound(rest) ? rest : null;
    }

    private void fold(String[] words) {
      switch (words[0]) {
        case "I" -> intend(point(words[1]), point(words[2]), words[3], words[4]);
        case "S" -> shorten(point(words[1]), words[2], words[3]);
        case "A" -> acknowledge();
        case "C" -> closed = true;
        case "R" -> {
          closed = false;
          pending = null;
        }
        default -> pending = null;
      }
    }

    private void intend(long[] from, long[] to, String puts, String removals) {
      if (compare(from, acknowledged) != 0) {
        damaged = true;
        return;
      }
      pending = new long[][] {from, to};
      pendingCounts = new long[] {Long.parseLong(puts), Long.parseLong(removals)};
      attemptedBefore = attempted;
      attempted = compare(attempted, to) >= 0 ? attempted : to;
    }

    private void shorten(long[] to, String puts, String removals) {
      if (pending == null) {
        damaged = true;
        return;
      }
      attempted = compare(attemptedBefore, to) >= 0 ? attemptedBefore : to;
      pendingCounts = new long[] {Long.parseLong(puts), Long.parseLong(removals)};
      pending = compare(to, pending[0]) == 0 ? null : new long[][] {pending[0], to};
    }

    private void acknowledge() {
      if (pending == null) {
        damaged = true;
        return;
      }
      acknowledged = pending[1];
      windows++;
      entries += pendingCounts[0];
      deletes += pendingCounts[1];
      pending = null;
    }

    private static long[] point(String text) {
      return Arrays.stream(text.split("\\.", -1)).mapToLong(Long::parseLong).toArray();
    }

    private int compare(long[] one, long[] other) {
      return Arrays.compare(one, other);
    }
  }
}
