// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.FileStatus;

/** Reads runs and shows how that goes on where there is so much of one that it takes a while. */
final class LongReading {
  /** Bytes of a run that is read in some seconds. */
  private static final long SOON = 100_000_000;

  private final Clock clock;
  private final Optional<Terminal> terminal;
  private final long soon;

  LongReading(Clock clock, Terminal terminal) {
    this(clock, terminal, SOON);
  }

  /**
   * The same.
   *
   * @param soon bytes up to which nothing is shown
   */
  LongReading(Clock clock, Terminal terminal, long soon) {
    this(clock, Optional.of(terminal), soon);
  }

  /** Shows nothing. */
  LongReading(Clock clock) {
    this(clock, Optional.empty(), Long.MAX_VALUE);
  }

  private LongReading(Clock clock, Optional<Terminal> terminal, long soon) {
    this.clock = clock;
    this.terminal = terminal;
    this.soon = soon;
  }

  RunHistory read(RunDirectory run) throws IOException {
    LongAdder read = new LongAdder();
    if (terminal.isEmpty() || bytes(run) <= soon) {
      return RunReader.read(run, clock, read);
    }
    ProgressTask task = ProgressTask.of("reading " + run.name(), "lines", read::sum);
    Progress progress = Progress.start(terminal.get(), task);
    try {
      return RunReader.read(run, clock, read);
    } finally {
      progress.close();
    }
  }

  private static long bytes(RunDirectory run) throws IOException {
    long bytes = 0;
    for (FileStatus each : run.fileSystem().listStatus(run.root())) {
      if (each.isDirectory()) {
        for (FileStatus file : run.fileSystem().listStatus(each.getPath())) {
          bytes += file.getLen();
        }
      }
    }
    return bytes;
  }
}
