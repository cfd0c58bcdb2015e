// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a ledger's sound lines one by one and says how the file ends; memory of one line. */
final class LedgerScan {
  /** No sound line is longer; a longer one is damage, not a reason to fill the heap. */
  static final int MAX_LINE = 8192;

  private static final int CHUNK = 1 << 16;

  /**
   * How a ledger ends.
   *
   * @param sum of the last sound line
   * @param tornBytes after the last line end, when they are no sound line
   * @param openLine whether the last sound line has no line end yet
   */
  record End(String sum, int tornBytes, boolean openLine, Optional<String> damage) {}

  private final Consumer<LedgerLine> visitor;
  private final byte[] line = new byte[MAX_LINE];
  private int length;
  private long taken;
  private String sum = LedgerLine.NO_SUM;
  private long number;
  private boolean openLine;
  private Optional<String> damage = Optional.empty();

  /**
   * A scan that has read nothing yet.
   *
   * @param visitor takes the sound lines in order; one that does not fit what came before it throws
   *     an {@link IllegalArgumentException}
   */
  LedgerScan(Consumer<LedgerLine> visitor) {
    this.visitor = visitor;
  }

  static End scan(FileSystem fs, Path path, Consumer<LedgerLine> visitor) throws IOException {
    LedgerScan scan = new LedgerScan(visitor);
    try (InputStream in = fs.open(path)) {
      scan.read(in);
    }
    return scan.end();
  }

  /** How many bytes were taken so far: where the next stream is to begin. */
  long taken() {
    return taken;
  }

  /** Reads a stream to its end, or up to damage. */
  void read(InputStream in) throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (int n = in.read(chunk); n > 0 && damage.isEmpty(); n = in.read(chunk)) {
      for (int i = 0; i < n && damage.isEmpty(); i++) {
        take(chunk[i] & 0xff);
        taken++;
      }
    }
  }

  private void take(int b) {
    if (openLine) {
      openLine = false;
      damage = b == '\n' ? Optional.empty() : damage("goes on behind its checksum");
    } else if (b == '\n') {
      damage = complete(text());
      length = 0;
    } else if (length < MAX_LINE) {
      line[length++] = (byte) b;
    } else {
      number++;
      damage = damage("has no end");
    }
  }

  private String text() {
    return new String(line, 0, length, StandardCharsets.ISO_8859_1);
  }

  private Optional<String> complete(String text) {
    number++;
    if (sound(text)) {
      return accept(text);
    }
    int mark = text.lastIndexOf(LedgerLine.RESUME_MARK);
    String resumed = text.substring(mark + 1);
    if (sound(resumed) && body(resumed).matches("R \\d+ " + mark)) {
      return accept(resumed);
    }
    return damage("has a wrong checksum");
  }

  private Optional<String> accept(String text) {
    try {
      visitor.accept(LedgerLine.parse(body(text)));
      sum = text.substring(text.length() - 8);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return damage("does not fit: " + e.getMessage());
    }
  }

  private boolean sound(String text) {
    return text.length() > 9
        && text.charAt(text.length() - 9) == ' '
        && LedgerLine.sum(sum, body(text)).equals(text.substring(text.length() - 8));
  }

  private static String body(String text) {
    return text.substring(0, text.length() - 9);
  }

  /** How the ledger ends, as far as it was read. */
  End end() {
    String rest = text();
    if (damage.isEmpty() && sound(rest)) {
      number++;
      damage = accept(rest);
      length = 0;
      openLine = true;
    }
    int torn = damage.isEmpty() ? length : 0;
    return new End(sum, torn, openLine, damage);
  }

  private Optional<String> damage(String what) {
    return Optional.of("line " + number + " " + what);
  }
}
