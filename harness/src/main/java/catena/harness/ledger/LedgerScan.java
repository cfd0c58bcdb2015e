package catena.harness.ledger;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a ledger's sound lines one by one and says how the file ends; memory of one line. */
final class LedgerScan {
  /** No sound line is longer; a longer one is damage, not a reason to fill the heap. */
  static final int MAX_LINE = 8192;

  /** Takes the sound lines in order. */
  @FunctionalInterface
  interface Visitor {
    /** A line that does not fit what came before it throws {@link IllegalArgumentException}. */
    void line(LedgerLine line);
  }

  /**
   * How a ledger ends.
   *
   * @param sum of the last sound line
   * @param tornBytes after the last line end, when they are no sound line
   * @param openLine whether the last sound line has no line end yet
   */
  record End(String sum, int tornBytes, boolean openLine, Optional<String> damage) {}

  private final Visitor visitor;
  private String sum = LedgerLine.NO_SUM;
  private long number;

  private LedgerScan(Visitor visitor) {
    this.visitor = visitor;
  }

  static End scan(FileSystem fs, Path path, Visitor visitor) throws IOException {
    try (InputStream in = new BufferedInputStream(fs.open(path), 1 << 16)) {
      return new LedgerScan(visitor).scan(in);
    }
  }

  private End scan(InputStream in) throws IOException {
    byte[] line = new byte[MAX_LINE];
    int length = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        Optional<String> damage = complete(text(line, length));
        if (damage.isPresent()) {
          return new End(sum, 0, false, damage);
        }
        length = 0;
      } else if (length < MAX_LINE) {
        line[length++] = (byte) b;
      } else {
        return new End(sum, 0, false, damage("has no end"));
      }
    }
    return end(text(line, length));
  }

  private static String text(byte[] line, int length) {
    return new String(line, 0, length, StandardCharsets.ISO_8859_1);
  }

  private Optional<String> complete(String text) {
    number++;
    if (sound(text)) {
      return accept(text);
    }
    int mark = text.lastIndexOf(LedgerLine.RESUME_MARK);
    String resumed = text.substring(mark + 1);
    if (mark >= 0 && sound(resumed) && body(resumed).matches("R \\d+ " + mark)) {
      return accept(resumed);
    }
    return damage("has a wrong checksum");
  }

  private Optional<String> accept(String text) {
    try {
      visitor.line(LedgerLine.parse(body(text)));
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

  private End end(String rest) {
    if (rest.isEmpty()) {
      return new End(sum, 0, false, Optional.empty());
    }
    if (!sound(rest)) {
      return new End(sum, rest.length(), false, Optional.empty());
    }
    number++;
    Optional<String> damage = accept(rest);
    return new End(sum, 0, true, damage);
  }

  private Optional<String> damage(String what) {
    return Optional.of("line " + number + " " + what);
  }
}
