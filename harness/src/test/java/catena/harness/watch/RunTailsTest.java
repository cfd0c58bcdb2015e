package catena.harness.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.fixture.CountingFileSystem;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTailsTest {
  @TempDir private Path temp;

  private static void note(RunDirectory run, String client, String text) throws IOException {
    try (Journal journal = new Journal(run.append(run.events(client)), e -> {})) {
      journal.add(new Event.Note(1, client, text));
    }
  }

  private static List<String> look(RunTails tails) throws IOException {
    List<String> texts = new ArrayList<>();
    tails.events((journal, event) -> texts.add(((Event.Note) event).text()));
    return texts;
  }

  /** Before, each look opened all of them. */
  @Test
  void onlyWhatHasGrownIsOpenedAgain() throws IOException {
    CountingFileSystem files = new CountingFileSystem();
    try (RunDirectory run =
        RunDirectory.on(files, new org.apache.hadoop.fs.Path(temp.toUri().getPath()))) {
      RunTails tails = RunTails.fromNow(run);
      for (int i = 0; i < 5; i++) {
        note(run, "walk-" + i, "begins " + i);
      }
      assertThat(look(tails)).hasSize(5);
      assertThat(files.opened()).hasSize(5);
      assertThat(look(tails)).isEmpty();
      assertThat(files.opened()).isEmpty();

      note(run, "walk-3", "goes on");
      files.opened(); // by the writer, which looks at the file's end first
      assertThat(look(tails)).containsExactly("goes on");
      assertThat(files.opened()).containsExactly("walk-3.jsonl");
    }
  }
}
