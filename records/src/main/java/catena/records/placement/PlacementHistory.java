// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What {@code placement.csv} of a run says: where what was stored, over the time of the run.
 *
 * @param samples in any order
 */
public record PlacementHistory(List<PlacementSample> samples) {
  /** Copies the list. */
  public PlacementHistory {
    samples = List.copyOf(samples);
  }

  /**
   * Reads what there is; empty where the cluster had disks of one kind only, or where not one
   * sample was written completely.
   */
  public static Optional<PlacementHistory> readFrom(RunDirectory directory, TolerantReader files) {
    List<PlacementSample> samples = new ArrayList<>();
    boolean[] whole = {false};
    files.lines(
        directory.placement(),
        line -> {
          whole[0] |= line.equals(PlacementSample.HEADER);
          return PlacementSample.parse(line, whole[0]);
        },
        samples::add);
    boolean looked = samples.stream().anyMatch(each -> each.place() == Place.ALL);
    return looked ? Optional.of(new PlacementHistory(samples)) : Optional.empty();
  }

  /** The most bytes that disks of a kind held at any time: D of {@link Prices}. */
  public long most(Tier tier) {
    return most(Place.ALL, tier);
  }

  /** The most bytes that a place had at any time, on whatever disks. */
  public long most(Place place) {
    return mostOfASample(
        samples.stream().filter(each -> each.place() == place), PlacementSample::bytes);
  }

  /** The most bytes that a place had on disks of a kind at any time. */
  public long most(Place place, Tier tier) {
    return of(place, tier).mapToLong(PlacementSample::bytes).max().orElse(0);
  }

  /** The most bytes that disks of a kind held at any time, not counting those of a place. */
  public long mostExcept(Place place, Tier tier) {
    return mostOfASample(
        Stream.concat(of(Place.ALL, tier), of(place, tier)),
        each -> each.place() == place ? -each.bytes() : each.bytes());
  }

  /** The most replicas that a place had on disks of a kind at any time. */
  public long replicas(Place place, Tier tier) {
    return of(place, tier).mapToLong(PlacementSample::replicas).max().orElse(0);
  }

  private Stream<PlacementSample> of(Place place, Tier tier) {
    return samples.stream().filter(each -> each.place() == place && each.tier() == tier);
  }

  /**
   * The largest sum of a sample. A file that is removed between two queries of a sample counts for
   * one of them only, so that what is left of a difference may be less than nothing.
   */
  private static long mostOfASample(
      Stream<PlacementSample> samples, ToLongFunction<PlacementSample> what) {
    Map<Long, Long> byTime = new HashMap<>();
    samples.forEach(each -> byTime.merge(each.at(), what.applyAsLong(each), Long::sum));
    return Math.max(0, byTime.values().stream().mapToLong(sum -> sum).max().orElse(0));
  }

  /**
   * How much of what was seen of a place was where it was asked for, from 0 to 1, over all samples:
   * by replicas, or by bytes where there are none; NaN if nothing was seen.
   */
  public double share(Place place) {
    double right = 0;
    double all = 0;
    for (PlacementSample each : samples) {
      if (each.place() == place && each.asked().isPresent()) {
        double weight = place.directories().isEmpty() ? each.bytes() : each.replicas();
        all += weight;
        right += each.asked().get() == each.tier() ? weight : 0;
      }
    }
    return all == 0 ? Double.NaN : right / all;
  }

  /** What brought the data to its places. */
  public PlacedBy by() {
    return samples.stream().anyMatch(each -> each.by() == PlacedBy.VOLUMES)
        ? PlacedBy.VOLUMES
        : PlacedBy.POLICIES;
  }

  /** Where each place was asked for. */
  public Map<Place, Tier> asked() {
    Map<Place, Tier> asked = new EnumMap<>(Place.class);
    samples.forEach(each -> each.asked().ifPresent(tier -> asked.put(each.place(), tier)));
    return asked;
  }
}
