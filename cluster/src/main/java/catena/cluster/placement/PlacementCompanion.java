// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.Tiers;
import catena.harness.activity.Companion;
import catena.harness.activity.HeldDoubts;
import catena.harness.activity.RunContext;
import catena.records.placement.Place;
import catena.records.placement.PlacementSample;
import catena.records.placement.Prices;
import catena.records.placement.Tier;
import catena.records.run.AppendFile;
import catena.records.run.SpareFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.fs.FileSystem;

/** The record of where the data is, of a local cluster whose DataNodes have two disks. */
public final class PlacementCompanion implements Companion {
  /** Between two checks on which disks data is. */
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** How long the first and the last check may take until they succeed. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "placement";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(Prices.TABLES);
  }

  @Override
  public Attendance attend(RunContext run, Settings whole)
      throws IOException, InterruptedException {
    Optional<ClusterFiles> found = ClusterFiles.of(run);
    if (found.isEmpty()) {
      return Attendance.NONE;
    }
    ClusterFiles files = found.get();
    ClusterSpec spec = files.spec();
    if (spec.disks().tiered().isEmpty()) {
      return Attendance.NONE;
    }
    Tiers tiers = spec.disks().tiered().get();
    FileSystem hdfs = StoragePolicies.open(files.hadoopConf());
    PlacementWatch watch;
    try {
      AppendFile file = run.directory().append(run.directory().placement());
      FailableSupplier<PlacementLook, IOException> check =
          () ->
              PlacementLook.of(
                  run.clock().millis(),
                  Replica.list(hdfs, InstanceVolume.of(tiers)),
                  DiskFiles.list(files, spec),
                  tiers);
      watch = new PlacementWatch(check, file, hdfs, INTERVAL, LIMIT);
    } catch (IOException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
    watch.begin();
    return watch;
  }

  /**
   * Checks, before a run, repeatedly during it, and after it, where a cluster's data is, and
   * records it: {@code placement.csv}.
   *
   * <p>What is elsewhere than it was asked for is a doubt: rates of such a run are those of another
   * placement. So is a first or a last check that did not succeed. One in between may fail, since
   * faults take HDFS away.
   */
  static final class PlacementWatch implements Companion.Attendance {
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Where everything is now; it throws if this cannot be found out now. */
    private final FailableSupplier<PlacementLook, IOException> check;

    private final SpareFile file;
    private final Closeable held;
    private final StopSignal stop = new StopSignal();
    private final Thread thread;
    private final Duration limit;
    private final HeldDoubts doubts = new HeldDoubts();

    /** What was misplaced, by the place and storage that the sentence begins with. */
    private final Set<String> wrong = new TreeSet<>();

    /**
     * A watch that has not begun.
     *
     * @param held is closed with it
     * @param interval between two checks
     * @param limit for the first and the last check, until they succeed
     */
    PlacementWatch(
        FailableSupplier<PlacementLook, IOException> check,
        AppendFile file,
        Closeable held,
        Duration interval,
        Duration limit) {
      this.check = check;
      this.file = new SpareFile(file, sentence -> doubts.add("placement: " + sentence));
      this.held = held;
      this.limit = limit;
      String owed = "it is not on record any more where data was";
      this.thread = Threads.daemon("placement", owed, () -> watch(interval), doubts::add);
    }

    /** Checks for the first time, and starts the thread that checks again. */
    void begin() throws InterruptedException {
      file.lines(List.of(PlacementSample.HEADER));
      surely("before the run");
      thread.start();
    }

    /** A check that fails while a fault is in effect does not count: only the last must succeed. */
    private void watch(Duration interval) throws InterruptedException {
      while (!stop.await(interval)) {
        Optional<String> unused = attempt();
      }
    }

    /** Checks once; why it did not succeed, if it did not. */
    private Optional<String> attempt() {
      try {
        take(check.get());
        return Optional.empty();
      } catch (IOException | RuntimeException e) {
        return Optional.of(Reasons.of(e));
      }
    }

    /** A check that must succeed, within a limit. */
    private void surely(String when) throws InterruptedException {
      long deadline = System.nanoTime() + limit.toNanos();
      Optional<String> failure = attempt();
      while (failure.isPresent() && System.nanoTime() - deadline < 0) {
        Thread.sleep(AGAIN.toMillis());
        failure = attempt();
      }
      failure.ifPresent(
          why ->
              doubts.add(
                  "placement: where data was %s could not be found out: %s".formatted(when, why)));
    }

    private synchronized void take(PlacementLook seen) {
      List<String> lines = new ArrayList<>();
      seen.samples().forEach(sample -> lines.add(sample.line()));
      file.lines(lines);
      for (String sentence : seen.wrong()) {
        // Numbers and files differ from check to check, and the first is enough.
        String what = sentence.replaceFirst("\\d+ ", "").replaceFirst(", as of .*", "");
        if (wrong.add(what)) {
          doubts.add(sentence);
        }
      }
    }

    /** The outcome, once it is closed. */
    @Override
    public PartOutcome outcome() {
      return doubts.outcome();
    }

    @Override
    public void holdBy(Consumer<String> each) {
      doubts.holdBy(each);
    }

    /** Checks a last time, and ends. */
    @Override
    public void close() throws IOException {
      stop.ask("the run is over");
      try {
        thread.join(GRACE.toMillis());
        thread.interrupt();
        thread.join(GRACE.toMillis());
        surely("after the run");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        doubts.add("placement: interrupted before the last check of where data was");
      } finally {
        try (file) {
          held.close();
        }
      }
    }
  }

  /**
   * Where everything was at a moment, and what of it was not where it was asked for.
   *
   * @param samples those of each place on each kind of disk, and of each kind of disk
   * @param wrong what is misplaced, a sentence for each place and storage type
   */
  record PlacementLook(List<PlacementSample> samples, List<String> wrong) {
    private static final String ELSEWHERE =
        "placement: %d replicas of %s, which was asked for on %s disks, were elsewhere, as of %s;"
            + " a disk that is full is the usual reason: give larger ones (disks)";

    /** Files on the other volume by a wrong choice or none, whatever disk HDFS took for them. */
    private static final String OF_THE_OTHER_VOLUME =
        "placement: %d replicas of %s, which was asked for on the %s volume, are of files on the"
            + " other one, as of %s; a property that prefers it (general.custom.volume.preferred.…,"
            + " table.custom.volume.preferred of a table) is the usual reason";

    PlacementLook {
      samples = List.copyOf(samples);
      wrong = List.copyOf(wrong);
    }

    /**
     * Combines what the NameNode reports and what is on the disks.
     *
     * @param at when they were asked, milliseconds since 1970
     */
    static PlacementLook of(long at, List<Replica> replicas, DiskFiles disks, Tiers tiers) {
      List<PlacementSample> samples = new ArrayList<>();
      List<String> wrong = new ArrayList<>();
      for (Place place : Place.inHdfs()) {
        Tier asked = tiers.of(place).orElseThrow();
        Map<Tier, LongSummaryStatistics> lengths = new EnumMap<>(Tier.class);
        // By storage type; those of files on the other volume by none.
        Map<String, List<String>> misplaced = new TreeMap<>();
        for (Replica each : replicas) {
          if (each.place() == place) {
            Optional<Tier> tier = Tier.ofStorageType(each.storage());
            Map<Long, Long> blocks = tier.map(disks.blocks()::get).orElse(Map.of());
            long length = Math.max(each.length(), blocks.getOrDefault(each.block(), 0L));
            tier.map(t -> lengths.computeIfAbsent(t, any -> new LongSummaryStatistics()))
                .ifPresent(of -> of.accept(length));
            boolean other = each.volume().filter(volume -> volume != asked).isPresent();
            if (other || !tier.equals(Optional.of(asked))) {
              misplaced
                  .computeIfAbsent(other ? "" : each.storage(), any -> new ArrayList<>())
                  .add(each.file() + " on " + each.storage());
            }
          }
        }
        for (Tier tier : Tier.values()) {
          LongSummaryStatistics of = lengths.getOrDefault(tier, new LongSummaryStatistics());
          samples.add(
              new PlacementSample(
                  at, place, tier, Optional.of(asked), of.getCount(), of.getSum(), tiers.by()));
        }
        misplaced.forEach(
            (storage, files) ->
                wrong.add(
                    (storage.isEmpty() ? OF_THE_OTHER_VOLUME : ELSEWHERE)
                        .formatted(files.size(), place.word(), asked.word(), files.get(0))));
      }
      zookeeper(at, disks, tiers, samples, wrong);
      for (Tier tier : Tier.values()) {
        long bytes = disks.bytes().getOrDefault(tier, 0L);
        samples.add(
            new PlacementSample(at, Place.ALL, tier, Optional.empty(), 0, bytes, tiers.by()));
      }
      return new PlacementLook(samples, wrong);
    }

    private static void zookeeper(
        long at, DiskFiles disks, Tiers tiers, List<PlacementSample> samples, List<String> wrong) {
      Tier asked = tiers.zookeeper();
      for (Tier tier : Tier.values()) {
        long bytes = disks.zookeeper().getOrDefault(tier, 0L);
        samples.add(
            new PlacementSample(
                at, Place.ZOOKEEPER, tier, Optional.of(asked), 0, bytes, tiers.by()));
        if (tier != asked && bytes > 0) {
          wrong.add(
              "placement: ZooKeeper was asked for on the %s disk and has files on the %s one"
                  .formatted(asked.word(), tier.word()));
        }
      }
      if (disks.zookeeper().getOrDefault(asked, 0L) == 0) {
        wrong.add(
            "placement: ZooKeeper was asked for on the %s disk and has no file there"
                .formatted(asked.word()));
      }
    }
  }
}
