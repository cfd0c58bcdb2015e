// SPDX-License-Identifier: Apache-2.0
package catena.stats.host;

import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import catena.stats.metric.HostMetric;
import catena.stats.metric.Metric;
import catena.stats.sample.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import oshi.SystemInfo;

/**
 * Writes what the host that it runs on does, and the groups of its processes: {@code
 * host-<host>.jsonl}. Knows nothing of a cluster; on a fleet there is one on every host.
 */
public final class HostSampler implements Ticker.Sampler {
  private final String host;
  private final Duration limit;
  private final LongSupplier nanoClock;
  private final Clock clock;
  private final HostProbe machine;
  private final ProcessProbe processes;
  private final SampleFile lines;

  /**
   * A sampler of this host.
   *
   * @param host the name to write
   * @param match text that the command line of a server must contain; empty for any
   * @param clock says when the figures were read
   * @param lines closed with this
   */
  public HostSampler(
      String host,
      String match,
      Duration limit,
      LongSupplier nanoClock,
      Clock clock,
      SampleFile lines)
      throws InterruptedException {
    SystemInfo system = new SystemInfo();
    this.host = host;
    this.limit = limit;
    this.nanoClock = nanoClock;
    this.clock = clock;
    this.machine = new HostProbe(system.getHardware(), nanoClock.getAsLong());
    this.processes =
        new ProcessProbe(system.getOperatingSystem(), match, nanoClock.getAsLong(), limit);
    this.lines = lines;
  }

  @Override
  public void sample(long at) throws InterruptedException {
    List<String> found = new ArrayList<>();
    Map<HostMetric, Double> whole = machine.read(nanoClock.getAsLong());
    found.add(Metric.line(at, clock.millis(), Sample.host(host), HostMetric.OF_HOST, whole));
    SortedMap<String, Map<HostMetric, Double>> groups =
        processes.read(nanoClock.getAsLong(), limit);
    long answered = clock.millis();
    Set<HostMetric> wanted = EnumSet.copyOf(HostMetric.OF_GROUP);
    if (processes.hadNetwork()) {
      wanted.addAll(HostMetric.NETWORK);
    }
    groups.forEach(
        (role, figures) ->
            found.add(Metric.line(at, answered, Sample.group(role, host), wanted, figures)));
    lines.lines(found);
  }

  @Override
  public void close() {
    lines.close();
  }
}
