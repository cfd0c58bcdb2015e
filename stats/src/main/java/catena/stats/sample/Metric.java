// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** A kind of figure: its name in the files, what it counts in, what it tells. */
public sealed interface Metric permits ClusterMetric, HostMetric, ClientMetric {
  /** The name in the files. */
  String key();

  /** What one of it is, {@code entries/s}, {@code bytes}, {@code s}, and what it tells. */
  Meaning meaning();

  /**
   * A line of samples with what there is of what belongs into it.
   *
   * @param scope as {@link Sample} names them
   */
  static <M extends Metric> String line(
      long at, String scope, Collection<M> wanted, Map<M, Double> found) {
    return sample(at, scope, wanted, found).json();
  }

  /**
   * The same of figures that are of a moment.
   *
   * @param answered when the last of them came, milliseconds since 1970
   */
  static <M extends Metric> String line(
      long at, long answered, String scope, Collection<M> wanted, Map<M, Double> found) {
    return sample(at, scope, wanted, found).answeredAt(answered).json();
  }

  private static <M extends Metric> Sample sample(
      long at, String scope, Collection<M> wanted, Map<M, Double> found) {
    Map<String, Double> byName = new TreeMap<>();
    found.forEach((metric, value) -> byName.put(metric.key(), value));
    return Sample.of(at, scope, wanted.stream().map(Metric::key).toList(), byName);
  }
}
