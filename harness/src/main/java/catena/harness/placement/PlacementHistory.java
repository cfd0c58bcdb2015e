package catena.harness.placement;

import catena.harness.history.TolerantReader;
import catena.harness.run.RunDirectory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code placement.csv} of a run says: where what was stored, over the time of the run. */
public final class PlacementHistory {
  private final List<PlacementSample> samples;

  /** Of samples in any order. */
  public PlacementHistory(List<PlacementSample> samples) {
    this.samples = List.copyOf(samples);
  }

  /** Reads what there is; empty where the cluster had disks of one kind only. */
  public static Optional<PlacementHistory> readFrom(RunDirectory directory, TolerantReader files) {
    List<PlacementSample> samples = new ArrayList<>();
    files.lines(directory.placement(), PlacementSample::parse, samples::add);
    return samples.isEmpty() ? Optional.empty() : Optional.of(new PlacementHistory(samples));
  }

  /** The most bytes that disks of a kind held at any time: D of {@link Prices}. */
  public long most(Tier tier) {
    return most(Place.ALL, tier);
  }

  /** The most bytes that a place had on disks of a kind at any time. */
  public long most(Place place, Tier tier) {
    return samples.stream()
        .filter(each -> each.place() == place && each.tier() == tier)
        .mapToLong(PlacementSample::bytes)
        .max()
        .orElse(0);
  }

  /** The most bytes that disks of a kind held at any time beside those of a place. */
  public long mostBeside(Place place, Tier tier) {
    Map<Long, Long> left = new HashMap<>();
    for (PlacementSample each : samples) {
      if (each.tier() == tier && (each.place() == Place.ALL || each.place() == place)) {
        left.merge(each.at(), each.place() == place ? -each.bytes() : each.bytes(), Long::sum);
      }
    }
    // A file that is removed between two questions of a look counts for one of them only.
    return Math.max(0, left.values().stream().mapToLong(bytes -> bytes).max().orElse(0));
  }

  /** The most replicas that a place had on disks of a kind at any time. */
  public long replicas(Place place, Tier tier) {
    return samples.stream()
        .filter(each -> each.place() == place && each.tier() == tier)
        .mapToLong(PlacementSample::replicas)
        .max()
        .orElse(0);
  }

  /**
   * How much of what was seen of a place was where it was asked for, from 0 to 1, over all looks:
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

  /** Where each place was asked for. */
  public Map<Place, Tier> asked() {
    Map<Place, Tier> asked = new EnumMap<>(Place.class);
    samples.forEach(each -> each.asked().ifPresent(tier -> asked.put(each.place(), tier)));
    return asked;
  }
}
