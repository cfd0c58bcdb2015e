// SPDX-License-Identifier: Apache-2.0
package catena.bench.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A model of ingest and of verification by stations.
 *
 * <p>Processors, disks and network of a node work at the same time, so that the slowest of them
 * counts. A thread of a batch writer waits for each answer, and its node does nothing else for it
 * meanwhile; a split stops the table until the manager and the metadata tablet, which work at the
 * same time, are done with it: both come on top. A table is written in {@link #STEPS} steps, since
 * its tablets become more, and are merged more often, as it grows.
 */
final class IngestModel {
  private static final int STEPS = 500;
  private static final int FITS = 12;
  private static final int HALVINGS = 60;
  private static final double MILLION = 1e6;

  /** What may limit. */
  enum Station {
    CPU,
    DISK,
    NETWORK,
    BATCH_WRITER,
    MANAGER,
    METADATA,
    JOB;

    String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Those that work at the same time; the slowest of each set counts, and the sets add up. */
  private static final List<Set<Station>> TOGETHER =
      List.of(
          EnumSet.of(Station.CPU, Station.DISK, Station.NETWORK),
          EnumSet.of(Station.BATCH_WRITER),
          EnumSet.of(Station.MANAGER, Station.METADATA),
          EnumSet.of(Station.JOB));

  /**
   * What the model says of a cell.
   *
   * @param rate entries a second
   * @param limits the station that takes most of the time that stations take one after the other
   */
  record Estimate(double rate, Station limits) {}

  private final Map<Parameter, Double> values = new EnumMap<>(Parameter.class);

  /** With what is fitted still unknown. */
  IngestModel() {
    for (Parameter parameter : Parameter.values()) {
      values.put(parameter, parameter.value());
    }
  }

  /** The same with another value. */
  IngestModel with(Parameter parameter, double value) {
    IngestModel other = new IngestModel();
    other.values.putAll(values);
    other.values.put(parameter, value);
    return other;
  }

  double of(Parameter parameter) {
    return values.get(parameter);
  }

  /** With what these cells are fitted to, each of them by its own parameter, in their order. */
  IngestModel fittedTo(List<Cell> cells) {
    IngestModel fitted = this;
    for (Cell cell : cells) {
      fitted = cell.fits() == null ? fitted : fitted.with(cell.fits(), 0);
    }
    for (int i = 0; i < FITS; i++) {
      for (Cell cell : cells) {
        fitted = cell.fits() == null ? fitted : fitted.fittedTo(cell);
      }
    }
    return fitted;
  }

  /** The more of what is fitted, the less is the rate. */
  private IngestModel fittedTo(Cell cell) {
    double low = 0;
    double high = 1000;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      boolean more = with(cell.fits(), middle).of(cell).rate > cell.printed();
      low = more ? middle : low;
      high = more ? high : middle;
    }
    return with(cell.fits(), low);
  }

  /** The rate of a cell, and what limits it. */
  Estimate of(Cell cell) {
    return cell.work() instanceof Cell.Ingest ingest
        ? ingest(cell, ingest)
        : verify(cell, (Cell.Verify) cell.work());
  }

  private Estimate ingest(Cell cell, Cell.Ingest work) {
    Map<Station, Double> seconds = new EnumMap<>(Station.class);
    double tablet = of(Parameter.FULL) * work.threshold() / of(Parameter.STORED);
    double before = of(Parameter.FULL) * Cell.GIGABYTE / of(Parameter.STORED);
    double least = Math.max(work.presplit(), work.grown() / before);
    double sent = work.buffer() / 2 / of(Parameter.MUTATION);
    double memory = of(cell.machine().memory());
    double at = work.from();
    for (int i = 1; i <= STEPS; i++) {
      double next = work.from() + (work.to() - work.from()) * Math.pow((double) i / STEPS, 3);
      double entries = next - at;
      double tablets = Math.max(least, next / tablet);
      double splits = tablets - Math.max(least, at / tablet);
      double busy = Math.min(tablets, cell.servers());
      double core = of(cell.machine().loss()) / of(cell.machine().cores()) / MILLION;
      double cores =
          cell.servers()
              * (work(next / cell.servers(), memory) - work(at / cell.servers(), memory));
      double files =
          1
              + Math.max(
                  0,
                  Math.log(next / cell.servers() * of(Parameter.ENTRY) / memory / MILLION)
                      / Math.log(of(Parameter.RATIO)));
      double logged = of(Parameter.LOGS) * of(Parameter.ENTRY);
      double stored = of(Parameter.STORED) * files;
      double disk = logged + of(Parameter.REPLICAS) * stored + stored - of(Parameter.STORED);
      double network = of(Parameter.ENTRY) + logged + (of(Parameter.REPLICAS) - 1) * stored;
      seconds.merge(Station.CPU, cores * core / busy, Double::sum);
      seconds.merge(
          Station.DISK,
          entries * disk / busy / of(cell.machine().disks()) / of(Parameter.DISK) / MILLION,
          Double::sum);
      seconds.merge(
          Station.NETWORK, entries * network / busy / of(Parameter.NETWORK) / MILLION, Double::sum);
      seconds.merge(
          Station.BATCH_WRITER,
          entries / work.clients() * busy * of(Parameter.ANSWER) / work.threads() / sent,
          Double::sum);
      seconds.merge(Station.MANAGER, splits * of(Parameter.PAUSE), Double::sum);
      seconds.merge(Station.METADATA, splits * of(Parameter.METADATA), Double::sum);
      at = next;
    }
    return estimate(work.to() - work.from(), seconds);
  }

  /** Core microseconds for so many entries of a server, from the first one on. */
  private double work(double entries, double memory) {
    double larger = Math.max(1, entries / memory / of(Parameter.FLAT));
    return entries * (of(Parameter.WORK) + of(Parameter.MERGING) * Math.log(larger) / Math.log(4));
  }

  private Estimate verify(Cell cell, Cell.Verify work) {
    Map<Station, Double> seconds = new EnumMap<>(Station.class);
    double cores = cell.servers() * of(cell.machine().cores());
    double core = work.entries() * of(cell.machine().loss()) / MILLION;
    double disk = of(Parameter.STORED) + 4 * of(Parameter.REFERENCE);
    double each = work.entries() / cell.servers() / MILLION;
    seconds.put(
        Station.CPU,
        core * of(Parameter.READING) / Math.min(work.mappers(), cores)
            + core * of(Parameter.SORTING) / Math.min(work.reducers(), cores));
    seconds.put(Station.DISK, each * disk / of(cell.machine().disks()) / of(Parameter.DISK));
    seconds.put(
        Station.NETWORK,
        each * (of(Parameter.ENTRY) + of(Parameter.REFERENCE)) / of(Parameter.NETWORK));
    seconds.put(Station.JOB, of(Parameter.START));
    return estimate(work.entries(), seconds);
  }

  private static Estimate estimate(double entries, Map<Station, Double> seconds) {
    double all = 0;
    for (Set<Station> together : TOGETHER) {
      all += together.stream().mapToDouble(each -> seconds.getOrDefault(each, 0.0)).max().orElse(0);
    }
    Station limits = Collections.max(seconds.entrySet(), Map.Entry.comparingByValue()).getKey();
    return new Estimate(entries / all, limits);
  }
}
