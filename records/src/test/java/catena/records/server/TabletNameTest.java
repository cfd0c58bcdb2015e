// SPDX-License-Identifier: Apache-2.0
package catena.records.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class TabletNameTest {
  @Test
  void anyRowSurvivesTheNameOfItsTablet() {
    byte[] last = {'a', '\\', 'b', ' ', 'c', 1, (byte) 0xff, ';', '<'};
    Text row = new Text("2;");
    row.append(last, 0, last.length);
    TabletName name = TabletName.ofMetadataRow(row);

    assertThat(name.text()).isEqualTo("2;a\\x5cb c\\x01\\xff;<");
    assertThat(TabletName.parse(name.text())).contains(name);
    assertThat(name.lastRow().orElseThrow().copyBytes()).isEqualTo(last);
  }

  @Test
  void theLastTabletOfATableHasNoLastRow() {
    TabletName name = TabletName.ofMetadataRow(new Text("2<"));
    assertThat(name).isEqualTo(new TabletName("2", Optional.empty())).hasToString("2<");
    assertThat(name.lastRow()).isEmpty();
  }

  @Test
  void whatNamesNoTabletIsNone() {
    assertThat(TabletName.parse("nonsense")).isEmpty();
    assertThat(TabletName.parse("<")).isEmpty();
    assertThatThrownBy(() -> TabletName.ofMetadataRow(new Text("~del")))
        .hasMessageContaining("~del");
  }
}
