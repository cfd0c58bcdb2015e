// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.run.RunDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdditionTest {
  private static final Addition BEGUN = Addition.begun(2, "tserver-4", 1_500);
  private static final Addition WHOLE =
      Addition.begun(1, "tserver-3", 1_000)
          .at(Optional.of("127.0.0.1:9997"))
          .registered(3_000)
          .hosting(4_000)
          .balanced(9_000, 12);

  @TempDir private Path directory;

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    List<Addition> both = List.of(WHOLE, BEGUN);
    Missing missing = new Missing();
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      TolerantReader files = new TolerantReader(run, missing);
      assertThat(files.additions()).isEmpty();
      byte[] text = Addition.text(both).getBytes(StandardCharsets.UTF_8);
      run.writeAtomically(run.additions(), text, "additions");
      assertThat(files.additions()).isEqualTo(both);
    }
    assertThat(missing.sentences()).isEmpty();
    assertThat(Addition.parse(Addition.text(both))).isEqualTo(both);
    assertThat(WHOLE.inWords()).isEqualTo("tserver-3@127.0.0.1:9997");
    assertThat(BEGUN.inWords()).isEqualTo("tserver-4");
  }

  /** A number that was cut off is another number, so that a line without its end says nothing. */
  @Test
  void aFileThatIsCutOffAnywhereSaysNothingWrong() {
    String text = Addition.text(List.of(WHOLE, BEGUN));
    for (int length = 0; length <= text.length(); length++) {
      Missing missing = new Missing();
      List<Addition> read = Addition.parse(text.substring(0, length), "additions.csv", missing);
      assertThat(read).isEqualTo(List.of(WHOLE, BEGUN).subList(0, read.size()));
      boolean atLineEnd = length == 0 || text.charAt(length - 1) == '\n';
      assertThat(missing.sentences().isEmpty()).as("cut at %d", length).isEqualTo(atLineEnd);
    }
  }

  @Test
  void aDamagedLineIsNotedAndTheOthersAreRead() {
    Missing missing = new Missing();
    String text = Addition.text(List.of(WHOLE, BEGUN)).replace("1000", "1,000");
    assertThat(Addition.parse(text, "additions.csv", missing)).containsExactly(BEGUN);
    assertThat(missing.sentences())
        .containsExactly("additions.csv: one line is cut off or unreadable");
    assertThatThrownBy(() -> Addition.begun(0, "tserver-3", 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
