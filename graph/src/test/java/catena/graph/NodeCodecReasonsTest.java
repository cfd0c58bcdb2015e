// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of values that nobody wrote: no checksum stands in front of the other checks. */
class NodeCodecReasonsTest {
  private static final String UUID = "277cbce9-26ae-467e-a553-1684bf29db02";
  private static final String ROW = "11af847f1e97c681";
  private static final String HEAD = UUID + ":0000000000000000::";
  private static final String LINK = UUID + ":0000000000000000:" + ROW + ":";

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static Entry entry(String row, String family, String qualifier, String value) {
    return new Entry(bytes(row), bytes(family), bytes(qualifier), bytes("A"), bytes(value));
  }

  private static String reason(Entry entry) {
    return NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt ? corrupt.reason() : "";
  }

  private static String reason(String value) {
    return reason(entry(ROW, "0000", "ffff", value));
  }

  @Test
  void soundValuesHaveNone() {
    assertThat(reason(HEAD)).isEmpty();
    assertThat(reason(LINK)).isEmpty();
    assertThat(reason(HEAD + ":")).isEmpty();
    assertThat(reason(LINK + "payload:")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "11af847f1e97c68",
        "11af847f1e97c6811",
        "11af847f1e97c68g",
        "8000000000000000",
        "ffffffffffffffff"
      })
  void ofARow(String row) {
    assertThat(reason(entry(row, "0000", "ffff", HEAD))).startsWith("the row is not 16");
    assertThat(NodeCodec.row(bytes(row))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "000", "00000", "000g", "000A"})
  void ofAColumn(String part) {
    assertThat(reason(entry(ROW, part, "ffff", HEAD))).startsWith("the column family and");
    assertThat(reason(entry(ROW, "0000", part, HEAD))).startsWith("the column family and");
  }

  @Test
  void ofAValueThatIsTooShort() {
    for (int length = 0; length < HEAD.length(); length++) {
      assertThat(reason(HEAD.substring(0, length)))
          .isEqualTo("the value has " + length + " bytes, fewer than any sound one");
    }
  }

  @Test
  void ofAUuidInWhichOneCharacterIsWrong() {
    for (int i = 0; i <= 36; i++) {
      String changed = HEAD.substring(0, i) + "g" + HEAD.substring(i + 1);
      assertThat(reason(changed)).isEqualTo("the value does not begin with a UUID and a count");
    }
  }

  @Test
  void ofACount() {
    for (int i = 37; i < 53; i++) {
      String changed = HEAD.substring(0, i) + "g" + HEAD.substring(i + 1);
      assertThat(reason(changed)).isEqualTo("the count is not 16 lower-case hex digits");
    }
    assertThat(reason(HEAD.substring(0, 53) + "0:"))
        .isEqualTo("the value does not begin with a UUID and a count");
  }

  @Test
  void ofAPreviousRow() {
    for (int length = HEAD.length(); length < LINK.length(); length++) {
      assertThat(reason(LINK.substring(0, length)))
          .isEqualTo("the previous row is not followed by a separator");
    }
    assertThat(reason(LINK.substring(0, LINK.length() - 1) + "0"))
        .isEqualTo("the previous row is not followed by a separator");
    assertThat(reason(LINK.replace(ROW, ROW.replace('1', 'x'))))
        .isEqualTo("the previous row is not 16 lower-case hex digits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "0123456", "\0\0", "payloads:\0", "payload", "payload:0123456"})
  void ofAnEnd(String end) {
    assertThat(reason(LINK + end))
        .isEqualTo("the value does not end in a separator, or in one and a checksum");
  }

  @Test
  void ofAChecksumNamesBothWithEveryByteShown() {
    String right =
        String.format("%08x", NodeCodec.checksum(entry(ROW, "0000", "ffff", HEAD), HEAD.length()));
    assertThat(reason(HEAD + right)).isEmpty();
    assertThat(reason(HEAD + right + "\0")).isEmpty();
    assertThat(reason(HEAD + "a ~\u007f\n\u00ff!0"))
        .isEqualTo("the checksum is a ~...!0 and should be " + right);
  }

  /** Row 0 is a row: neither it nor what refers to it is taken for none. */
  @Test
  void rowZeroIsARow() {
    assertThat(reason(entry("0000000000000000", "0000", "ffff", HEAD))).isEmpty();
    assertThat(NodeCodec.decode(entry(ROW, "0000", "ffff", LINK.replace(ROW, "0000000000000000"))))
        .isEqualTo(new Decoded.Sound(UUID, 0, 0, -1, false));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0000000000000000",
    "255, 00000000000000ff",
    "9223372036854775807, 7fffffffffffffff"
  })
  void rowsAreSixteenDigitsAndReadBack(long row, String text) {
    assertThat(NodeCodec.rowText(row)).isEqualTo(text);
    assertThat(NodeCodec.row(bytes(text))).isEqualTo(row);
  }

  @Test
  void anyBytesAreATextAndBack() {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) {
      all[i] = (byte) i;
    }
    assertThat(NodeCodec.rowText(all)).hasSize(256);
    assertThat(NodeCodec.rowBytes(NodeCodec.rowText(all))).isEqualTo(all);
  }

  @Test
  void rowsAreTheSameOnlyInAllTheirBytes() {
    assertThat(NodeCodec.isSameRow(bytes(ROW), bytes(ROW))).isTrue();
    assertThat(NodeCodec.isSameRow(bytes(""), bytes(""))).isTrue();
    assertThat(NodeCodec.isSameRow(bytes("manifest"), bytes("manifest"))).isTrue();
    assertThat(NodeCodec.isSameRow(bytes("manifest"), bytes("manifesu"))).isFalse();
    assertThat(NodeCodec.isSameRow(bytes(ROW), bytes(ROW + "x"))).isFalse();
    assertThat(NodeCodec.isSameRow(bytes(ROW + "x"), bytes(ROW))).isFalse();
    assertThat(NodeCodec.isRow(bytes(ROW), Long.parseLong(ROW, 16))).isTrue();
    for (int i = 0; i < ROW.length(); i++) {
      byte[] other = bytes(ROW);
      other[i] ^= 1;
      assertThat(NodeCodec.isSameRow(bytes(ROW), other)).isFalse();
      assertThat(NodeCodec.isRow(other, Long.parseLong(ROW, 16))).isFalse();
    }
  }

  @Test
  void whetherASoundEntryRefersIsKnownWithoutDecodingIt() {
    assertThat(NodeCodec.refers(entry(ROW, "0000", "ffff", LINK))).isTrue();
    assertThat(NodeCodec.refers(entry(ROW, "0000", "ffff", HEAD))).isFalse();
    assertThat(NodeCodec.refers(entry(ROW, "0000", "ffff", HEAD + "payload:"))).isFalse();
  }
}
