// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
  private enum Mood {
    GOOD
  }

  private record Said(
      String text,
      List<String> list,
      Map<String, String> map,
      SortedMap<String, Long> numbers,
      Optional<String> perhaps,
      OptionalLong time,
      OptionalDouble size,
      int count,
      Mood mood) {}

  private static final Said NOTHING =
      new Said(
          "",
          List.of(),
          Map.of(),
          new TreeMap<>(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          0,
          null);

  @TempDir private Path temp;

  @Test
  void whatAFileDoesNotSayIsEmpty() throws IOException {
    assertThat(Json.LINES.readValue("{}", Said.class)).isEqualTo(NOTHING);
    assertThat(Json.PRETTY.readValue("{\"mood\":null,\"more\":1}", Said.class)).isEqualTo(NOTHING);
  }

  @Test
  void whatAFileDoesNotKnowIsEmpty() throws IOException {
    String unknown =
        "{\"text\":null,\"list\":null,\"map\":null,\"numbers\":null,\"perhaps\":null,\"time\":null,"
            + "\"size\":null}";
    assertThat(Json.LINES.readValue(unknown, Said.class)).isEqualTo(NOTHING);
  }

  @Test
  void aFileIsReadAndOneThatIsDamagedIsNamed() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      assertThat(Json.read(run, run.rate(), Said.class)).isEmpty();
      run.writeAtomically(run.rate(), "{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8), "it");
      assertThat(Json.read(run, run.rate(), Said.class).orElseThrow().text()).isEqualTo("a");
      for (String damaged : List.of("{\"text\":\"a", "null")) {
        run.writeAtomically(run.rate(), damaged.getBytes(StandardCharsets.UTF_8), "it");
        assertThatThrownBy(() -> Json.read(run, run.rate(), Said.class))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(temp + "/rate.json is damaged: ");
      }
    }
  }
}
