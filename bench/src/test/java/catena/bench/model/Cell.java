// SPDX-License-Identifier: Apache-2.0
package catena.bench.model;

import java.util.List;

/**
 * A cell of the paper.
 *
 * @param table its number; a section where the paper has it in the text
 * @param row as {@code paper.yaml} names it
 * @param servers tablet servers
 * @param printed entries a second
 * @param fits the parameter that is fitted to it, if any
 */
record Cell(
    String table,
    String row,
    Machine machine,
    int servers,
    Work work,
    double printed,
    Use use,
    Parameter fits) {
  Cell fitting(Parameter parameter) {
    return new Cell(table, row, machine, servers, work, printed, Use.FITTED, parameter);
  }

  Cell heldOut() {
    return new Cell(table, row, machine, servers, work, printed, Use.HELD_OUT, null);
  }

  /** To be looked at only once the others are right. */
  Cell beyond() {
    return new Cell(table, row, machine, servers, work, printed, Use.BEYOND, null);
  }

  Cell printing(double rate) {
    return new Cell(table, row, machine, servers, work, rate, use, fits);
  }

  String name() {
    return table + ", " + row;
  }

  /** Whether its table splits at 1 GB. */
  boolean splitsByDefault() {
    return work instanceof Ingest ingest && ingest.threshold == GIGABYTE;
  }

  private static final double MILLION = 1e6;
  private static final double BILLION = 1e9;

  /** The threshold of a table that splits by default, as Accumulo means it. */
  static final double GIGABYTE = 1L << 30;

  /** Nodes of one kind. */
  enum Machine {
    AWB(Parameter.AWB_CORES, Parameter.AWB_DISKS, Parameter.AWB_MEMORY, Parameter.AWB_LOSS),
    EC2(Parameter.EC2_CORES, Parameter.EC2_DISKS, Parameter.EC2_MEMORY, Parameter.EC2_LOSS);

    private final Parameter cores;
    private final Parameter disks;
    private final Parameter memory;
    private final Parameter loss;

    Machine(Parameter cores, Parameter disks, Parameter memory, Parameter loss) {
      this.cores = cores;
      this.disks = disks;
      this.memory = memory;
      this.loss = loss;
    }

    Parameter cores() {
      return cores;
    }

    Parameter disks() {
      return disks;
    }

    Parameter memory() {
      return memory;
    }

    Parameter loss() {
      return loss;
    }
  }

  /** What a cell's nodes do. */
  sealed interface Work {}

  /**
   * A table grows.
   *
   * @param clients in all
   * @param buffer of each, bytes
   * @param threads of each
   * @param presplit tablets that there are before the first entry
   * @param grown entries up to which the table had split at 1 GB before
   * @param threshold bytes at which it splits
   * @param from entries before
   * @param to entries behind
   */
  record Ingest(
      int clients,
      double buffer,
      int threads,
      int presplit,
      double grown,
      double threshold,
      double from,
      double to)
      implements Work {}

  /** A table of so many entries is verified by a job. */
  record Verify(int mappers, int reducers, double entries) implements Work {}

  /** For what a cell is used. */
  enum Use {
    FITTED("Fitted, so no evidence"),
    HELD_OUT("Held out: nothing is fitted to them, and right is a ratio of 0.75 to 1.25"),
    BEYOND("The largest jobs, which rest on the cells above");

    private final String heading;

    Use(String heading) {
      this.heading = heading;
    }

    String heading() {
      return heading;
    }
  }

  private static Cell awb(String table, String row, int servers, double printed, Work work) {
    return new Cell(table, row, Machine.AWB, servers, work, printed, Use.HELD_OUT, null);
  }

  private static Cell ec2(String table, String row, int servers, double printed, Work work) {
    return new Cell(table, row, Machine.EC2, servers, work, printed, Use.HELD_OUT, null);
  }

  /** 6.1.1: three clients a server with 1 GB and 16 threads, a threshold of 128 GB. */
  private static Cell presplit(
      String table, String row, int servers, int tablets, double to, double printed) {
    return awb(
        table,
        row,
        servers,
        printed,
        new Ingest(3 * servers, BILLION, 16, tablets * servers, 0, 128 * GIGABYTE, 0, to));
  }

  /** 7.1.1: a client a server with 60 MB and 4 threads, a threshold of 128 GB. */
  private static Cell small(String row, int servers, int tablets, double to, double printed) {
    return ec2(
        "7-1",
        row,
        servers,
        printed,
        new Ingest(servers, 60 * MILLION, 4, tablets * servers, 0, 128 * GIGABYTE, 0, to));
  }

  /** 5.4 and 6.1.1: a client a server with 100 MB and 4 threads. */
  private static Cell split(
      String table,
      String row,
      int servers,
      double gigabytes,
      double grown,
      double from,
      double to,
      double printed) {
    return awb(
        table,
        row,
        servers,
        printed,
        new Ingest(servers, 100 * MILLION, 4, 1, grown, gigabytes * GIGABYTE, from, to));
  }

  /**
   * The cells, in the order of the fits. 7-1's row of 16 nodes has 40 tablets a server and the
   * others 15, so that it is held out.
   */
  static List<Cell> all() {
    return List.of(
        small("16", 10, 40, 4.58e9, 441e3),
        small("100", 100, 15, 56.6e9, 3.28e6).fitting(Parameter.EC2_LOSS),
        small("330", 330, 15, 105e9, 8.256e6).fitting(Parameter.ANSWER),
        small("500", 500, 15, 170e9, 10.87e6),
        small("1000", 995, 15, 205.4e9, 14.076e6),
        presplit("6-1", "300", 287, 30, 287e9, 37e6).fitting(Parameter.AWB_LOSS),
        presplit("6-1", "500", 488, 40, 488e9, 46e6),
        presplit("6-1", "1000", 980, 32, 1e12, 108e6),
        split("6-10", "300, ingest", 287, 1, 0, 0, 54e9, 3_187_710).fitting(Parameter.PAUSE),
        split("6-10", "500, ingest", 488, 1, 0, 0, 49e9, 2_069_606),
        split("6-10", "1000, ingest", 980, 1, 0, 0, 86e9, 4_089_657),
        split("6-3", "1 GB", 287, 1, 0, 0, 89.98e9, 3.27e6),
        split("6-3", "128 GB", 287, 128, 211e9, 211e9, 488e9, 11.003e6),
        split("6-4", "300, 1 GB", 287, 1, 0, 4.69e6, 90e9, 5.13e6),
        split("6-4", "500, 1 GB", 488, 1, 0, 3.9e6, 102e9, 1.86e6),
        split("6-4", "500, 10 GB", 488, 10, 102e9, 102e9, 449e9, 16.2e6),
        split("6-4", "500, 128 GB", 488, 128, 102e9, 452e9, 559e9, 18.35e6),
        split("6-4", "1000, 1 GB", 980, 1, 91e9, 91e9, 314e9, 3.6e6),
        split("6-4", "1000, 128 GB", 980, 128, 314e9, 430e9, 1025e9, 17.56e6),
        ec2("7.1.4", "10 nodes", 10, 12e6 / 177, new Verify(10, 10, 12e6)).fitting(Parameter.START),
        ec2("7.1.4", "100 nodes", 100, 12e6 / 552, new Verify(200, 200, 12e6)),
        awb("6-12", "300, 1.46B", 287, 589_661, new Verify(200, 200, 1.46e9)),
        awb("6-12", "1000, 12.3B", 980, 5_896_453, new Verify(200, 200, 12.3e9)),
        presplit("6-2", "1000", 931, 33, 7.56e12, 94e6).beyond(),
        awb("6-12", "1000, 1T", 980, 16_339_869, new Verify(10_000, 5000, 1e12)).beyond());
  }
}
