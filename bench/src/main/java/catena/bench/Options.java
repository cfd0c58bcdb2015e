package catena.bench;

import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;

/** What a measurement against a cluster is told. */
final class Options {
  @Parameter(
      names = {"-c", "--client-props"},
      required = true,
      description = "Accumulo's client properties of the cluster")
  private String clientProps;

  @Parameter(names = "--entries", description = "entries of one round, or of the table")
  private long entries = 1_000_000;

  @Parameter(names = "--rounds", description = "how often each side is measured")
  private int rounds = 5;

  @Parameter(names = "--flush-interval", description = "nodes in a window")
  private int flushInterval = 100_000;

  @Parameter(names = "--clients", description = "ingest clients that share the entries")
  private int clients = 1;

  @Parameter(
      names = "--chunk",
      description = "how many mutations are made before they are sent bare, in their own window")
  private int chunk = 500;

  @Parameter(names = "--reads", description = "lookups or batches of one round")
  private long reads = 20_000;

  @Parameter(names = "--batch", description = "rows of a batch")
  private int batch = 10_000;

  @Parameter(
      names = "--together",
      description = "a reader and the bare scanner at the same time, so that a load meets both")
  private boolean together;

  @Parameter(
      names = "--offline",
      description = "verify reads the files of a clone, beside scanners of the table")
  private boolean offline;

  @Parameter(
      names = "--beyond",
      description = "say how much longer verify takes than the scanners, in seconds")
  private boolean beyond;

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

  boolean offline() {
    return offline;
  }

  boolean beyond() {
    return beyond;
  }

  /**
   * How the result is called, or else by this name, and the ratio that is to be reached at least.
   */
  Target atLeast(String usual) {
    return Target.atLeast(name.isEmpty() ? usual : name, target);
  }

  String clientProps() {
    return clientProps;
  }

  long entries() {
    return entries;
  }

  int rounds() {
    return rounds;
  }

  int flushInterval() {
    return flushInterval;
  }

  int chunk() {
    return chunk;
  }

  long reads() {
    return reads;
  }

  boolean together() {
    return together;
  }

  int batch() {
    return batch;
  }

  int clients() {
    return clients;
  }
}
