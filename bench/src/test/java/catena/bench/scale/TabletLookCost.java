// SPDX-License-Identifier: Apache-2.0
package catena.bench.scale;

import catena.bench.Target;
import catena.harness.accumulo.Connection;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablets;
import catena.stats.sample.MetadataSource;
import catena.stats.sample.Source;
import catena.trace.HostingSource;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.commons.lang3.function.FailableIntSupplier;
import org.apache.hadoop.io.Text;

/**
 * What a look at all tablets of a large table costs the process that looks: the recorder's, which
 * asks who hosts each, and the collector's, which counts their files. Beside it how much of a core
 * that is at the pace of {@link Tablets#rest}.
 */
public final class TabletLookCost {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final double MOST_PERCENT = 1;
  private static final double NANOS_PER_MICRO = 1e3;

  @Parameter(
      names = {"-c", "--client-props"},
      required = true,
      description = "Accumulo's client properties of the cluster")
  private String clientProps;

  @Parameter(names = "--tablets", description = "of the table that is made, and deleted again")
  private int tablets = 10_000;

  @Parameter(names = "--looks", description = "that are measured")
  private int looks = 20;

  private TabletLookCost() {}

  /** Measures. */
  public static void main(String... words) throws Exception {
    TabletLookCost cost = new TabletLookCost();
    JCommander.newBuilder().addObject(cost).build().parse(words);
    cost.measure();
  }

  private void measure() throws Exception {
    String table = "bench" + Long.toHexString(System.nanoTime());
    TreeSet<Text> splits = new TreeSet<>();
    for (int i = 1; i < tablets; i++) {
      splits.add(new Text(String.format("%016x", Long.MAX_VALUE / tablets * i)));
    }
    try (Connection connection = Connection.open(Path.of(clientProps), LIMIT);
        ServerLocks locks = connection.locks(LIMIT)) {
      connection
          .client()
          .tableOperations()
          .create(table, new NewTableConfiguration().withSplits(splits));
      try {
        HostingSource hosting = HostingSource.ofTable(connection.client(), table, locks::sessions);
        measure("recorder", () -> hosting.tablets().get().size());
        measure(
            "collector",
            () -> {
              // A source of its own each time, since one looks no oftener than it should.
              try (Source files =
                  new MetadataSource(
                      connection.client(), locks::sessions, table, System::nanoTime)) {
                return files.read(LIMIT).table().size();
              }
            });
      } finally {
        connection.client().tableOperations().delete(table);
      }
    }
  }

  /**
   * Measures one.
   *
   * @param look says how much it found
   */
  private void measure(String who, FailableIntSupplier<Exception> look) throws Exception {
    int found = 0;
    for (int i = 0; i < looks; i++) { // until the compiler is through with it
      found = look.getAsInt();
    }
    if (found == 0) {
      throw new IllegalStateException("the " + who + " found nothing");
    }
    long began = System.nanoTime();
    long before = PROCESS.getProcessCpuTime();
    for (int i = 0; i < looks; i++) {
      found = look.getAsInt();
    }
    double cpu = (double) (PROCESS.getProcessCpuTime() - before) / looks;
    double wall = (double) (System.nanoTime() - began) / looks;
    System.out.printf(
        Locale.ROOT,
        "%s: %,d tablets: %.1f µs of CPU a tablet, a look takes %.0f ms%n",
        who,
        tablets,
        cpu / tablets / NANOS_PER_MICRO,
        wall / 1e6);
    double percent = 100 * cpu / Tablets.rest(tablets).toNanos();
    Target.reached(who, "of a core, at the pace that it has", percent, "%", MOST_PERCENT);
  }
}
