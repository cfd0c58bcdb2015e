// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParameterException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the comparison with YCSB's client is told. */
final class BesideOptions {
  @Parameter(
      names = {"-c", "--client-props"},
      required = true,
      description = "Accumulo's client properties of the cluster")
  String clientProps;

  @Parameter(names = "--workload", description = "a workload file of YCSB")
  String workload = "conf/ycsb/workloada";

  @Parameter(names = "--records", description = "records of each side")
  private int records = 20_000;

  @Parameter(names = "--fields", description = "fields that YCSB cuts its 1,000 bytes into")
  int fields = 1;

  @Parameter(names = "--clients", description = "threads of each side")
  int clients = 4;

  @Parameter(names = "--seconds", description = "how long each side is at work in a round")
  int seconds = 20;

  @Parameter(names = "--rounds", description = "how often each side is measured")
  int rounds = 9;

  @Parameter(names = "--tablets", description = "of each side's table")
  int tablets = 8;

  @Parameter(names = "--target", description = "the ratio of operations a second to reach")
  double target = 1.0;

  @Parameter(
      names = "--peer",
      required = true,
      description = "the jars of YCSB's client, as a class path")
  String peer;

  private BesideOptions() {}

  /**
   * Reads a command line.
   *
   * @throws UsageException with what is wrong with it, and how to mend it
   */
  static BesideOptions parse(String... words) {
    BesideOptions options = new BesideOptions();
    JCommander reader = JCommander.newBuilder().addObject(options).build();
    // A script's own choice comes first, and a later one is the user's.
    reader.setAllowParameterOverwriting(true);
    try {
      reader.parse(words);
    } catch (ParameterException e) {
      StringBuilder usage = new StringBuilder();
      reader.getUsageFormatter().usage(usage);
      throw new UsageException(e.getMessage() + "\n" + usage);
    }
    options.check();
    return options;
  }

  private void check() {
    atLeast("--clients", clients, 1);
    atLeast("--seconds", seconds, 1);
    atLeast("--rounds", rounds, 1);
    atLeast("--tablets", tablets, 1);
    atLeast("--fields", fields, 1);
    // Each client has a block of five layers.
    atLeast("--records", records, 10 * clients);
    if (1000 % fields != 0) {
      throw new UsageException(
          "--fields " + fields + " does not divide 1,000 bytes; give 1, 2, 4, 5, 8, 10, …");
    }
    for (String file : new String[] {clientProps, workload}) {
      if (!Files.isReadable(Path.of(file))) {
        throw new UsageException(file + " cannot be read");
      }
    }
  }

  private static void atLeast(String option, int given, int least) {
    if (given < least) {
      throw new UsageException(option + " must be " + least + " at least, not " + given);
    }
  }

  /** Nodes in a window, of which a block of a client has five. */
  int interval() {
    return records / clients / 5;
  }

  /** As many as five whole windows of each client hold. */
  int records() {
    return interval() * 5 * clients;
  }
}
