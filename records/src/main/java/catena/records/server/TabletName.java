// SPDX-License-Identifier: Apache-2.0
package catena.records.server;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.hadoop.io.Text;

/**
 * A tablet as Accumulo's metadata tables, and our journals, name it: {@code <table id>;<last row>},
 * or {@code <table id><} for the last tablet of a table.
 *
 * <p>Bytes of the row that are no printable ASCII, and the backslash, are written as {@code \xNN}.
 *
 * @param endRow as it is written; empty for the last tablet
 */
public record TabletName(String tableId, Optional<String> endRow) {
  private static final int ESCAPED = "\\xNN".length();

  /**
   * The tablet that a row of a metadata table is about; it must be one of {@code Metadata.tablets}.
   */
  public static TabletName ofMetadataRow(Text row) {
    String text = escaped(row);
    return parse(text)
        .orElseThrow(() -> new IllegalArgumentException("the row of no tablet: " + text));
  }

  private static String escaped(Text row) {
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
  public static Optional<TabletName> parse(String name) {
    int semicolon = name.indexOf(';');
    if (semicolon > 0) {
      return Optional.of(
          new TabletName(name.substring(0, semicolon), Optional.of(name.substring(semicolon + 1))));
    }
    return name.length() > 1 && name.endsWith("<")
        ? Optional.of(new TabletName(name.substring(0, name.length() - 1), Optional.empty()))
        : Optional.empty();
  }

  /** The last row itself; empty for the last tablet. */
  public Optional<Text> lastRow() {
    return endRow.map(TabletName::unescaped);
  }

  private static Text unescaped(String text) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        row.write(HexFormat.fromHexDigits(text, i + 2, i + ESCAPED));
        i += ESCAPED - 1;
      } else {
        row.write(text.charAt(i));
      }
    }
    return new Text(row.toByteArray());
  }

  /** What {@link #parse} takes. */
  public String text() {
    return tableId + endRow.map(row -> ";" + row).orElse("<");
  }

  @Override
  public String toString() {
    return text();
  }
}
