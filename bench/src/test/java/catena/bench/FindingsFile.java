// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.verify.result.FindingBook;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.sun.management.OperatingSystemMXBean;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/**
 * How long it takes to write down many lost rows, and how large their file is: the last part of
 * settling them, behind the look-ups that need a cluster.
 */
public final class FindingsFile {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private static final double MOST_SECONDS = 60;
  private static final double MOST_MEGABYTES = 100;

  /** How many rows verify writes down in full, and how large their file may be. */
  private static final long IN_FULL = 1_000;

  private static final long SIZE = 100L << 20;
  private static final long AT = 1_795_000_000_000L;

  @Parameter(names = "--findings", description = "rows that are lost")
  private int findings = 2_000_000;

  @Parameter(names = "--each", description = "of them of one window: of a lost log, few of many")
  private int each = 50_000;

  private FindingsFile() {}

  /** Measures. */
  public static void main(String... words) throws Exception {
    FindingsFile file = new FindingsFile();
    JCommander.newBuilder().addObject(file).build().parse(words);
    file.measure();
  }

  private void measure() throws Exception {
    Path directory = Files.createTempDirectory("catena-bench-");
    Graph graph = new Graph(GraphSpec.ofSeed(42));
    Terminal nobody =
        new Terminal(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration())) {
      long began = System.nanoTime();
      long cpuBefore = PROCESS.getProcessCpuTime();
      try (FindingBook book =
          new FindingBook(run, nobody, 20, IN_FULL, SIZE, () -> {}, finding -> {})) {
        for (int i = 0; i < findings; i++) {
          book.add(lost(i, graph.spec().flushInterval(), graph.spec().depth()));
        }
        book.publish(true);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      double cpu = (PROCESS.getProcessCpuTime() - cpuBefore) / 1e9;
      double megabytes = run.fileSystem().getFileStatus(run.findings()).getLen() / 1e6;
      String what = "%,d lost rows, %,d of each window, written down".formatted(findings, each);
      Target.reached("findings", what, seconds, "s", MOST_SECONDS);
      Target.reached("findings", "CPU time of that", cpu, "s", MOST_SECONDS);
      Target.reached("findings", "their file", megabytes, "MB", MOST_MEGABYTES);
    }
    TestBed.remove(directory);
  }

  /** Rows of one window after the other, spread evenly over it. */
  private Finding lost(int number, int flushInterval, int depth) {
    int window = number / each;
    long apart = flushInterval / Math.max(1, Math.min(each, flushInterval));
    long index = number % each * apart;
    Origin origin =
        Origin.of(window % 40, window / 40 / depth, window / 40 % depth, index % flushInterval)
            .withCount(number)
            .withTimes(OptionalLong.of(AT - 9_000), OptionalLong.of(AT - 1_000));
    return Finding.of(FindingKind.LOST, "%016x".formatted(number * 4_611_686L), AT)
        .withOrigin(origin)
        .withExpected("f:%04x q:%04x [] v of 79 bytes".formatted(number % 32_767, number % 999));
  }
}
