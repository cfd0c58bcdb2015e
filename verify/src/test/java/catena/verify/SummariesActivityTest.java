// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.accumulo.TableGraph;
import catena.harness.activity.PartRig;
import catena.records.words.UsageException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummariesActivityTest {
  @TempDir private Path temp;

  private static void refuses(PartRig rig, String words) {
    assertThatThrownBy(() -> rig.perform(new SummariesActivity(), "table.name", "t"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aTableIsAskedOnlyIfItsServersJudgeItByAGraphThatCanBeRead() throws Exception {
    try (PartRig rig = new PartRig(temp)) {
      refuses(rig, "There is no table t");
      var table = rig.instance.table("t");
      refuses(rig, "The servers do not judge what they write of table t");
      table.properties.put(TableGraph.PREFIX + "version", "99");
      refuses(rig, "Table t has a graph that this version cannot read");
    }
  }
}
