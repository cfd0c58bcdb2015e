package catena.trace.history;

import java.util.Optional;
import org.apache.hadoop.io.Text;

/**
 * A tablet as the journal names it: {@code <table id>;<last row>}, or {@code <table id><} for the
 * last tablet of a table, which is how Accumulo's metadata table names it.
 *
 * <p>Bytes of the row that are no printable ASCII, and the backslash, are written as {@code \xNN}.
 *
 * @param endRow empty for the last tablet
 */
public record TabletName(String tableId, Optional<String> endRow) {
  /** The name in a row of the metadata table. */
  public static String ofMetadataRow(Text row) {
    StringBuilder text = new StringBuilder();
    for (byte b : row.copyBytes()) {
      if (b >= ' ' && b <= '~' && b != '\\') {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b & 0xff));
      }
    }
    return text.toString();
  }

  /** Takes a name apart; empty if it is none. */
  static Optional<TabletName> parse(String name) {
    int semicolon = name.indexOf(';');
    if (semicolon > 0) {
      return Optional.of(
          new TabletName(name.substring(0, semicolon), Optional.of(name.substring(semicolon + 1))));
    }
    return name.length() > 1 && name.endsWith("<")
        ? Optional.of(new TabletName(name.substring(0, name.length() - 1), Optional.empty()))
        : Optional.empty();
  }
}
