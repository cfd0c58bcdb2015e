// SPDX-License-Identifier: Apache-2.0
package catena.trace.search;

import static org.assertj.core.api.Assertions.assertThat;

import catena.trace.record.RowRemains;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogSearchTest {
  @Test
  void entriesAndDeleteMarkersAreToldApart() {
    LogSearch.Result result =
        LogSearch.parse(
            List.of(
                "E\tr1\thdfs://n:1/wal/a+1/x",
                "E\tr1\thdfs://n:1/wal/a+1/x",
                "D\tr2\thdfs://n:1/wal/a+1/x\t7",
                "D\tr2\thdfs://n:1/wal/a+1/y\t5",
                ".\thdfs://n:1/wal/a+1/x"));

    assertThat(result.notes()).isEmpty();
    assertThat(result.remains())
        .isEqualTo(
            Map.of(
                "r1", new RowRemains(List.of("a+1/x"), List.of(), Optional.empty()),
                "r2", new RowRemains(List.of(), List.of("a+1/x", "a+1/y"), Optional.of(7L))));
  }

  @Test
  void aLogThatCannotBeReadIsSaid() {
    assertThat(LogSearch.parse(List.of("X\t/wal/a+1/x\tFile does not exist")).notes())
        .containsExactly("log a+1/x cannot be read: File does not exist");
  }

  @Test
  void ofManyLogsThatCannotBeReadThreeAreNamedAndAllCounted() {
    List<String> answer =
        IntStream.rangeClosed(1, 5).mapToObj(n -> "X\t/wal/a+1/x" + n + "\tgone").toList();
    assertThat(LogSearch.parse(answer.subList(0, 3)).notes()).hasSize(3);
    assertThat(LogSearch.parse(answer).notes())
        .containsExactly(
            "log a+1/x1 cannot be read: gone",
            "log a+1/x2 cannot be read: gone",
            "log a+1/x3 cannot be read: gone",
            "5 logs in all cannot be read");
  }
}
