// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReferenceRecordTest {
  private static byte[] bytes(ReferenceRecord mention) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    mention.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /** Into one object again and again, as Hadoop reads them. */
  private static void read(ReferenceRecord into, byte[] bytes) throws IOException {
    into.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Test
  void eachKindIsReadBackIntoAnObjectThatHeldAnother() throws IOException {
    ReferenceRecord mention = new ReferenceRecord();

    read(mention, bytes(ReferenceRecord.corrupt("checksum\n\u00fc \u4e16")));
    assertThat(mention.isCorrupt()).isTrue();
    assertThat(mention.isHere()).isFalse();
    assertThat(mention.evidence()).isEqualTo("checksum\n\u00fc \u4e16");

    RangeReport report =
        new RangeReport(RowRange.ofNumbers(128, 1L << 40), Map.of(), Map.of(), Optional.empty());
    read(mention, bytes(ReferenceRecord.range(report)));
    assertThat(mention.isRange()).isTrue();
    assertThat(mention.isCorrupt()).isFalse();
    assertThat(RangeReport.read(mention.evidence()).range()).isEqualTo(report.range());

    read(mention, bytes(ReferenceRecord.undefined(List.of("a", "b"))));
    assertThat(mention.isUndefined()).isTrue();
    assertThat(mention.isHere() || mention.isCorrupt() || mention.isRange()).isFalse();
    assertThat(mention.evidence()).isEqualTo("a b");

    read(mention, bytes(ReferenceRecord.here()));
    assertThat(mention.isHere()).isTrue();
    assertThat(mention.isCorrupt() || mention.isRange() || mention.isUndefined()).isFalse();

    for (long row : new long[] {0, 1, 1L << 40, Long.MAX_VALUE}) {
      read(mention, bytes(ReferenceRecord.referredToBy(row)));
      assertThat(mention.isHere()).isFalse();
      assertThat(mention.isCorrupt()).isFalse();
      assertThat(mention.referrer()).isEqualTo(row);
    }
  }

  @Test
  void onlyACorruptEntryIsLong() throws IOException {
    assertThat(bytes(ReferenceRecord.here())).hasSize(1);
    assertThat(bytes(ReferenceRecord.referredToBy(5))).hasSize(1);
    assertThat(bytes(ReferenceRecord.referredToBy(Long.MAX_VALUE))).hasSizeLessThan(10);
  }

  @Test
  void bytesThatAreCutShortAreNoMention() throws IOException {
    byte[] whole = bytes(ReferenceRecord.corrupt("checksum"));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(new ReferenceRecord(), cut)).isInstanceOf(EOFException.class);
    }
  }
}
