package catena.report;

import catena.harness.history.Missing;
import catena.harness.history.TolerantReader;
import catena.harness.plan.SweepFile;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The runs that a person means by a directory: itself, or those that a sweep has made below it. */
final class SweepRuns {
  private SweepRuns() {}

  /**
   * Opens them; whoever asks closes them.
   *
   * @throws catena.harness.words.UsageException if there is no such directory
   * @throws IOException if it cannot be looked into
   */
  static List<RunDirectory> open(String named) throws IOException {
    RunDirectory directory = RunDirectory.open(named, new Configuration());
    Optional<SweepFile> sweep =
        SweepFile.readFrom(directory, new TolerantReader(directory, new Missing()));
    List<RunDirectory> rows = new ArrayList<>();
    for (SweepFile.Entry row : sweep.map(SweepFile::rows).orElse(List.of())) {
      if (directory.fileSystem().exists(directory.path(row.directory()))) {
        rows.add(
            RunDirectory.open(directory.path(row.directory()).toString(), new Configuration()));
      }
    }
    if (rows.isEmpty()) {
      return List.of(directory);
    }
    directory.close();
    return rows;
  }
}
