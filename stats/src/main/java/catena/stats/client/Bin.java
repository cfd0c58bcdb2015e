package catena.stats.client;

import catena.stats.metric.ClientMetric;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What our clients did in one interval of the grid. */
final class Bin {
  private static final Comparator<ClientMetric> BY_KEY = Comparator.comparing(ClientMetric::key);

  private final SortedMap<String, Map<ClientMetric, Double>> groups = new TreeMap<>();
  private final SortedMap<String, Histogram> latencies = new TreeMap<>();

  void add(String group, ClientMetric counted, double amount) {
    groups.computeIfAbsent(group, g -> new HashMap<>()).merge(counted, amount, Double::sum);
  }

  void add(String operation, Histogram interval) {
    latencies.merge(operation, interval, Bin::sum);
  }

  private static Histogram sum(Histogram a, Histogram b) {
    Histogram sum = new Histogram(3); // Grows with what is added.
    sum.add(a);
    sum.add(b);
    return sum;
  }

  /** The rates of each group. */
  SortedMap<String, Map<ClientMetric, Double>> groups(double seconds) {
    SortedMap<String, Map<ClientMetric, Double>> rates = new TreeMap<>();
    groups.forEach(
        (group, counts) -> {
          Map<ClientMetric, Double> own = new TreeMap<>(BY_KEY);
          counts.forEach((metric, count) -> own.put(metric, count / seconds));
          rates.put(group, own);
        });
    return rates;
  }

  /** The rates of all groups together, each there even if it is 0, and the latencies there are. */
  Map<ClientMetric, Double> all(double seconds) {
    Map<ClientMetric, Double> all = new TreeMap<>(BY_KEY);
    ClientMetric.COUNTED.forEach(metric -> all.put(metric, 0.0));
    groups(seconds)
        .values()
        .forEach(own -> own.forEach((m, rate) -> all.merge(m, rate, Double::sum)));
    latencies.forEach((operation, h) -> all.putAll(ClientMetric.latencies(operation, h)));
    return all;
  }
}
