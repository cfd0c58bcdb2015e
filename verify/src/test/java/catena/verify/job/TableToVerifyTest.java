// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import catena.verify.FakeTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableToVerifyTest {
  @Test
  void aLabelThatTheUserHasNotIsReportedUnderTheSettingThatHasIt(@TempDir Path files)
      throws Exception {
    FakeTable table = new FakeTable(new Graph(GraphSpec.ofSeed(1))).foreign();
    table.operations.put("getConfiguration", any -> Map.of());
    Path labels = Files.writeString(files.resolve("auths.txt"), "A\nC\n");
    Map<String, String> given = Map.of("verify.auths.file", labels.toString(), "verify.auths", "C");
    given.forEach(
        (key, value) -> {
          Settings settings = FakeTable.settings(key, value);
          assertThatThrownBy(() -> TableToVerify.find(table.connection(), settings, List.of()))
              .isInstanceOf(UsageException.class)
              .hasMessageContaining(key + ": the user has no authorization C");
        });
  }
}
