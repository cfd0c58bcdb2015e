// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.Graph;
import catena.graph.Position;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.MutationSource;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.data.Mutation;

/**
 * The client's CPU time for each acknowledged entry: of ingest as it is, and of a bare batch writer
 * that sends mutations of the same sizes, the making of which is not counted.
 *
 * <p>It is the time of the whole process, so that the batch writer's threads, the garbage collector
 * and the compiler count on both sides; the first round is not counted.
 */
public final class IngestCpu {
  /** Writers of the prebuilt mutations begin here: far above those that ingest is given. */
  private static final int FIRST_PREBUILT = 40_000;

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Options options;
  private final TestBed bed;
  private final IngestPlan plan;
  private int nextPrebuilt = FIRST_PREBUILT;

  private IngestCpu(Options options, TestBed bed) {
    this.options = options;
    this.bed = bed;
    this.plan = TestBed.plan(1, options.entries);
  }

  /** Measures; {@code --help} is any wrong option. */
  public static void main(String... words) throws Exception {
    Options options = Options.parse(words);
    try (TestBed bed = TestBed.open(options)) {
      new IngestCpu(options, bed).run();
    }
  }

  private void run() throws Exception {
    double unusedIngest = ingest();
    double unusedBare = bare();
    Rounds rounds = new Rounds("µs/entry", "ingest", "bare");
    for (int i = 0; i < options.rounds; i++) {
      // By turns also in who comes first, since the servers' work grows and falls.
      boolean ingestFirst = i % 2 == 0;
      double early = ingestFirst ? ingest() : bare();
      double late = ingestFirst ? bare() : ingest();
      rounds.add(ingestFirst ? early : late, ingestFirst ? late : early);
    }
    rounds.conclude(Target.atMost("ingest-cpu", 1.05));
  }

  private double ingest() throws Exception {
    System.gc();
    long before = PROCESS.getProcessCpuTime();
    long entries = bed.ingest(plan);
    return micros(before, entries);
  }

  /** Builds and sends by turns; the thread's own time of building is taken off the process's. */
  private double bare() throws Exception {
    MutationSource source = new MutationSource(new Graph(bed.target().spec()), nextPrebuilt++);
    Collecting chunk = new Collecting();
    long interval = options.flushInterval;
    long building = 0;
    System.gc();
    long before = PROCESS.getProcessCpuTime();
    try (BatchWriter writer = bed.client().createBatchWriter(bed.table(), plan.batch())) {
      for (long done = 0; done < options.entries; ) {
        long inWindow = Math.min(options.chunk, interval - done % interval);
        int count = (int) Math.min(inWindow, options.entries - done);
        long begin = THREADS.getCurrentThreadCpuTime();
        chunk.mutations.clear();
        source.add(new Position(0, (int) (done / interval), done % interval), count, chunk);
        building += THREADS.getCurrentThreadCpuTime() - begin;
        for (Mutation mutation : chunk.mutations) {
          writer.addMutation(mutation);
        }
        done += count;
        if (done % interval == 0) {
          writer.flush();
        }
      }
    }
    return micros(before + building, options.entries);
  }

  private static double micros(long before, long entries) {
    return (PROCESS.getProcessCpuTime() - before) / 1e3 / entries;
  }

  /** Keeps what it is given. */
  private static final class Collecting implements BatchWriter {
    private final List<Mutation> mutations = new ArrayList<>();

    @Override
    public void addMutation(Mutation m) {
      mutations.add(m);
    }

    @Override
    public void addMutations(Iterable<Mutation> all) {
      all.forEach(mutations::add);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
