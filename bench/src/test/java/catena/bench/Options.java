// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;

/** What a measurement against a cluster is told; the command line fills it in, nobody else. */
final class Options {
  @Parameter(
      names = {"-c", "--client-props"},
      required = true,
      description = "Accumulo's client properties of the cluster")
  String clientProps;

  @Parameter(names = "--entries", description = "entries of one round, or of the table")
  long entries = 1_000_000;

  @Parameter(names = "--rounds", description = "how often each side is measured")
  int rounds = 5;

  @Parameter(names = "--flush-interval", description = "nodes in a window")
  int flushInterval = 100_000;

  @Parameter(names = "--clients", description = "ingest clients that share the entries")
  int clients = 1;

  @Parameter(
      names = "--chunk",
      description = "how many mutations are made before they are sent bare, in their own window")
  int chunk = 500;

  @Parameter(names = "--reads", description = "lookups or batches of one round")
  long reads = 20_000;

  @Parameter(names = "--batch", description = "rows of a batch")
  int batch = 10_000;

  @Parameter(
      names = "--together",
      description = "a reader and the bare scanner at the same time, so that a load meets both")
  boolean together;

  @Parameter(
      names = "--offline",
      description = "verify reads the files of a clone, beside scanners of the table")
  boolean offline;

  @Parameter(
      names = "--beyond",
      description = "say how much longer verify takes than the scanners, in seconds")
  boolean beyond;

  @Parameter(names = "--name", description = "of the line that says what came of it")
  private String name = "";

  @Parameter(names = "--target", description = "the ratio to reach")
  private double target = 1;

  private Options() {}

  /**
   * Reads a command line.
   *
   * @throws com.beust.jcommander.ParameterException if it is none
   */
  static Options parse(String... words) {
    Options options = new Options();
    JCommander reader = JCommander.newBuilder().addObject(options).build();
    // A script's own choice comes first, and a later one is the user's.
    reader.setAllowParameterOverwriting(true);
    reader.parse(words);
    return options;
  }

  /**
   * How the result is called, or else by this name, and the ratio that is to be reached at least.
   */
  Target atLeast(String usual) {
    return Target.atLeast(name.isEmpty() ? usual : name, target);
  }
}
