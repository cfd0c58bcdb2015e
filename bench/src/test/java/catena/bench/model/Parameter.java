// SPDX-License-Identifier: Apache-2.0
package catena.bench.model;

/**
 * What the model is given, and where each number is from. Chapters are the benchmark paper's, pages
 * those of docs and docs/measurements. A fitted one has no value of its own.
 */
enum Parameter {
  WORK(13.2, "core-µs an entry", "growth as of 26 November 2026: 2 cores x 6.6 µs, to 4 M entries"),
  MERGING(3.0, "core-µs each time x 4", "growth as of 26 November 2026: 2 cores x (9.6 - 6.6) / 2"),
  FLAT(7812, "entries a MB", "performance.md, growth: 4 M entries on two tservers of 256M maps"),
  READING(2.8, "core-µs an entry", "docs/performance.md, 6: 0.72 M/s on 2 cores"),
  SORTING(5.1, "core-µs an entry", "workloads.md, bulk: 2 cores x (1 / 240 k - 1 / 615 k)"),
  MUTATION(357, "bytes", "ingest.write.IngestPlan: Accumulo's estimate; half a buffer is sent"),
  ENTRY(86, "bytes", "5.4: 16 + 8 + 54, and 8 of a timestamp"),
  REFERENCE(16, "bytes", "4.6: two longs of an entry are shuffled"),
  STORED(41, "bytes", "docs/soak.md: of an entry of ours in a file"),
  REPLICAS(3, "", "12.2 and 13.2: dfs.replication"),
  LOGS(2, "", "12.1: tserver.logger.count of AWB, taken for EC2, too"),
  RATIO(3, "", "Accumulo's default of table.compaction.major.ratio"),
  FULL(0.75, "of the threshold", "between a half and the whole, where all tablets split at once"),
  METADATA(0.127, "s a split", "workloads.md, manysplits: 7.9 splits/s"),
  DISK(128, "MB/s", "Hybrid HBase, table 1: sequential writes of a disk"),
  NETWORK(125, "MB/s", "YCSB, 6.1: gigabit Ethernet; the least that a node can have had"),
  AWB_CORES(12, "", "11: two processors of six cores"),
  AWB_DISKS(10, "", "11: beside two for the system"),
  AWB_MEMORY(6144, "MB", "12.1: tserver.memory.maps.max"),
  EC2_CORES(3, "", "7.1: a fourth of AWB's"),
  EC2_DISKS(2, "", "13.2: ephemeral devices"),
  EC2_MEMORY(1500, "MB", "13.2: tserver.memory.maps.max"),
  EC2_LOSS("x", "work of an entry there to that here"),
  ANSWER("s", "that a batch writer's thread waits for an answer beside the work"),
  AWB_LOSS("x", "work of an entry there to that here"),
  PAUSE("s a split", "that the table stands still for the manager and what it moves"),
  START("s", "until a job runs");

  private final double value;
  private final String unit;
  private final String source;

  Parameter(double value, String unit, String source) {
    this.value = value;
    this.unit = unit;
    this.source = source;
  }

  Parameter(String unit, String meaning) {
    this(Double.NaN, unit, meaning);
  }

  /** NaN if it is fitted. */
  double value() {
    return value;
  }

  boolean isFitted() {
    return Double.isNaN(value);
  }

  String unit() {
    return unit;
  }

  /** Where the value is from; of a fitted one, what it means. */
  String source() {
    return source;
  }
}
