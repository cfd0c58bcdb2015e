package catena.stats.metric;

/** A kind of figure: its name in the files, what it counts in, what it tells. */
public sealed interface Metric permits ClusterMetric, HostMetric, ClientMetric {
  /** The name in the files. */
  String key();

  /** What one of it is: {@code entries/s}, {@code bytes}, {@code s}. */
  String unit();

  /** What it tells, in a sentence's half. */
  String about();
}
