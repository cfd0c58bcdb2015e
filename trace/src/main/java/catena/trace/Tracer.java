// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.harness.accumulo.Connection;
import catena.records.history.Causes;
import catena.records.history.FaultRecord;
import catena.records.history.HostingInterval;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.trace.cause.LossGroup;
import catena.trace.cause.LossGroups;
import catena.trace.cause.Wording;
import catena.trace.record.Loss;
import catena.trace.record.LossReader;
import catena.trace.record.RowRemains;
import catena.trace.record.RowSearch;
import catena.trace.record.RunRecord;
import catena.trace.record.WriteHosts;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.lang3.function.FailableFunction;

/** Finds the likeliest cause of each lost write of a run, and writes the causes next to them. */
public final class Tracer {
  /** The most findings that are traced; the others are counted. */
  private static final int MOST_FINDINGS = 20_000;

  /** How many rows of each group are searched for in files and logs. */
  private static final int ROWS = 20;

  /** In how many groups, those without a fault first: each may read logs for minutes. */
  private static final int GROUPS = 10;

  private final RunRecord record;
  private final Wording wording;

  private Tracer(RunRecord record, ZoneId zone) {
    this.record = record;
    this.wording = new Wording(record, zone);
  }

  /**
   * Traces the findings of a run and names tablets that were left without a host.
   *
   * @param run is read; the causes are written into it, as JSON and as a page
   * @param now the cluster, to search its files and logs as they are now for the rows
   * @param zone of the times on the page
   * @return the same as in {@code causes.json}, which is written unless it would be empty and there
   *     is none
   * @throws IOException if the run cannot be read, or the files not written
   */
  public static Causes trace(RunDirectory run, Optional<Connection> now, ZoneId zone)
      throws IOException {
    return trace(run, now, MOST_FINDINGS, zone);
  }

  /** The same for at most so many findings, drawn evenly from all. */
  static Causes trace(RunDirectory run, Optional<Connection> now, int most, ZoneId zone)
      throws IOException {
    try (RunRecord record = RunRecord.read(run, most)) {
      Causes causes = new Tracer(record, zone).causes(now);
      if (!causes.isEmpty() || run.fileSystem().exists(run.causes())) {
        causes.writeTo(run);
        CausesPage.write(run, causes);
      }
      return causes;
    }
  }

  /**
   * The outcome for a run that traces itself at its end: the part that found a loss counted it, so
   * the only doubts here are tablets without a host.
   */
  public static PartOutcome outcome(Causes causes) {
    if (causes.isEmpty()) {
      return PartOutcome.NOTHING;
    }
    List<String> reasons = causes.unhosted().stream().limit(5).map(CausesPage::inWords).toList();
    return new PartOutcome(
        reasons.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN,
        reasons,
        Map.of(),
        Map.of(),
        CausesPage.facts(causes));
  }

  private Causes causes(Optional<Connection> now) throws IOException {
    LossGroups groups = new LossGroups(record);
    List<Loss> losses = LossReader.read(record);
    List<String> notes = new ArrayList<>(record.notes());
    List<LossGroup> found = groups.of(losses, Set.of());
    if (losses.isEmpty()) {
      return new Causes(List.of(), 0, 0, record.leftOut(), unhosted(), notes);
    } else if (now.isPresent() && record.graph().isPresent()) {
      RowSearch search = new RowSearch(now.get(), record.graph().get().tableId(), record);
      if (found.size() > GROUPS) {
        notes.add("rows were looked up in %d of %d groups".formatted(GROUPS, found.size()));
      }
      found = searched(losses, found, groups, search::remains);
      notes.addAll(search.notes());
    } else if (now.isPresent()) {
      notes.add("files and logs were not read: the table is not known without graph.json");
    } else {
      notes.add("files and logs were not read: trace the run with -c to do so");
    }
    return new Causes(
        numbered(found),
        count(found, LossGroup::isUnexplained),
        count(found, LossGroup::isUnrecorded),
        record.leftOut(),
        unhosted(),
        notes);
  }

  /**
   * Searches for some rows of each group, and groups all losses by what is found. Where another
   * client deleted each of these rows, it is taken to have deleted the rest of the group, too.
   */
  static List<LossGroup> searched(
      List<Loss> losses,
      List<LossGroup> found,
      LossGroups groups,
      FailableFunction<List<Loss>, Map<Loss, RowRemains>, IOException> search)
      throws IOException {
    Map<Loss, Loss> known = new HashMap<>();
    Set<Loss> deleted = new HashSet<>();
    List<LossGroup> first =
        found.stream()
            .sorted(Comparator.comparing(group -> group.suspect().isPresent()))
            .limit(GROUPS)
            .toList();
    for (LossGroup group : first) {
      int size = group.losses().size();
      List<Loss> some = new ArrayList<>();
      for (int i = 0; i < Math.min(size, ROWS); i++) {
        some.add(group.losses().get((int) ((long) i * size / Math.min(size, ROWS))));
      }
      search.apply(some).forEach((loss, remains) -> known.put(loss, loss.with(remains)));
      if (some.stream().allMatch(loss -> known.getOrDefault(loss, loss).isDeletedByOther(false))) {
        deleted.addAll(group.losses());
      }
    }
    return groups.of(losses.stream().map(loss -> known.getOrDefault(loss, loss)).toList(), deleted);
  }

  private List<Causes.Group> numbered(List<LossGroup> groups) {
    List<Causes.Group> numbered = new ArrayList<>();
    for (LossGroup group : groups) {
      numbered.add(
          new Causes.Group(
              numbered.size() + 1,
              group.kinds(),
              group.losses().size(),
              List.copyOf(group.tablets()),
              group.server().map(wording::server),
              group.suspect().flatMap(of -> of.what().planned()).map(Tracer::causing),
              wording.brief(group),
              List.copyOf(group.writers()),
              group.firstWritten(),
              group.lastWritten(),
              wording.suspicion(group),
              wording.evidence(group)));
    }
    return numbered;
  }

  private static Causes.CausingFault causing(FaultRecord fault) {
    return new Causes.CausingFault(fault.id(), fault.kind(), fault.targets(), fault.startedAt());
  }

  private static long count(List<LossGroup> groups, Predicate<LossGroup> which) {
    return groups.stream().filter(which).mapToLong(group -> group.losses().size()).sum();
  }

  private List<Causes.Unhosted> unhosted() {
    return record.unhosted().stream().map(this::unhosted).toList();
  }

  private Causes.Unhosted unhosted(String tablet) {
    List<HostingInterval> stays = record.tablets().stays(tablet, Long.MIN_VALUE, Long.MAX_VALUE);
    HostingInterval now = stays.get(stays.size() - 1);
    Optional<String> server =
        stays.stream().flatMap(stay -> stay.server().stream()).reduce((a, b) -> b);
    long since =
        stays.stream()
            .filter(stay -> stay.server().isPresent())
            .mapToLong(HostingInterval::to)
            .max()
            .orElse(now.from());
    Optional<Causes.CausingFault> fault =
        server.flatMap(
            address ->
                record.servers().faults().stream()
                    .filter(
                        each -> each.at() <= since + WriteHosts.BLUR_MILLIS && each.hits(address))
                    .flatMap(each -> each.planned().stream())
                    .filter(f -> f.recoveredAt().orElse(since) >= since - WriteHosts.BLUR_MILLIS)
                    .max(Comparator.comparingLong(FaultRecord::startedAt))
                    .map(Tracer::causing));
    return new Causes.Unhosted(tablet, server.map(wording::server), since, now.logs(), fault);
  }
}
