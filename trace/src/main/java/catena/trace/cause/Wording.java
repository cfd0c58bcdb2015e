// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.records.history.FaultRecord;
import catena.records.history.HostingInterval;
import catena.records.words.Amounts;
import catena.trace.cause.LossGroup.Cause;
import catena.trace.record.Incident;
import catena.trace.record.Loss;
import catena.trace.record.RowRemains;
import catena.trace.record.RowSearch;
import catena.trace.record.RunRecord;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * States the suspected cause of a group in a sentence, and the evidence for it in lines; pure.
 *
 * @param record of the run
 * @param zone of the times in the words
 */
public record Wording(RunRecord record, ZoneId zone) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
  private static final int NAMED = 5;

  /** With the day, since a run may last for days, to the millisecond. */
  private String timeOf(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis).atZone(zone));
  }

  /** A server's name, if the journal has it, and its address. */
  public String server(String address) {
    return record.servers().nameOf(address).map(name -> name + " " + address).orElse(address);
  }

  /** The server of a group in the same way. */
  private String server(LossGroup group) {
    return group.server().map(this::server).orElse("an unknown server");
  }

  /** What probably happened. */
  public String suspicion(LossGroup group) {
    if (group.cause() == Cause.DELETED) {
      return "No fault explains these: another client deleted the rows, whose delete markers are"
          + " there although no writer of the graph deletes them.";
    } else if (group.cause() == Cause.UNEXPLAINED) {
      return "No fault explains these: none touched "
          + server(group)
          + ", its file system or what directs it between the writes and the findings.";
    } else if (group.isUnrecorded()) {
      return "The cause is not known: " + unread(group) + ".";
    }
    SuspectedFault suspect = group.suspect().get();
    Incident what = suspect.what();
    String did = suspect.bond().inWords(server(group));
    String how = distance(what.at(), group) + durability(suspect) + "." + ties(group);
    return what.planned()
        .map(fault -> "%s %s, %s".formatted(name(fault), did, how))
        .orElseGet(
            () ->
                "No planned fault, but a server fell: %s was gone at %s, which %s, %s"
                    .formatted(what.fallen(), timeOf(what.at()), did, how));
  }

  /** The same in a few words. */
  public String brief(LossGroup group) {
    if (group.cause() == Cause.DELETED) {
      return "deleted by some client";
    } else if (group.isUnrecorded()) {
      return "cause not known, " + unread(group);
    } else if (group.suspect().isPresent()) {
      Incident what = group.suspect().get().what();
      return what.planned()
          .map(
              fault ->
                  "fault %d, %s %s"
                      .formatted(fault.id(), fault.kind(), String.join(", ", fault.targets())))
          .orElseGet(() -> what.fallen() + " fell, by no planned fault");
    }
    return "no fault explains them";
  }

  private String unread(LossGroup group) {
    return record.unread().isEmpty()
        ? "nothing that was read records "
            + (group.firstWritten() == 0
                ? "when these were written"
                : "all of the time from these writes to the findings")
        : "the record of " + String.join(", ", record.unread()) + " was not read";
  }

  private static String name(FaultRecord fault) {
    return "Fault %d (%s)".formatted(fault.id(), fault.kind());
  }

  private String ties(LossGroup group) {
    return group.others().stream()
        .filter(each -> each.ties() > 0)
        .map(
            each ->
                " A tie: %s of them may have gone to %s as well, hit by %s."
                    .formatted(
                        Amounts.grouped(each.ties()),
                        each.suspect().host().map(this::server).orElse("that server"),
                        each.suspect()
                            .what()
                            .planned()
                            .map(fault -> name(fault).toLowerCase(Locale.ROOT))
                            .orElse("no planned fault")))
        .collect(Collectors.joining());
  }

  private static String distance(long at, LossGroup group) {
    long after = at - group.lastWritten();
    if (after >= 0) {
      return Amounts.seconds(after) + " after the last of them was acknowledged";
    }
    long first = at - group.firstSent();
    return first >= 0
        ? "while they were being written"
        : Amounts.seconds(-first) + " before the first of them was sent";
  }

  /** A server that fails loses only what is in its memory, which is harmless if a log has it. */
  private String durability(SuspectedFault suspect) {
    boolean memory = suspect.bond().compareTo(FaultRelation.LATER_HOST) <= 0; // of a host
    Optional<String> weak =
        List.of("ingest.durability", "table.durability").stream()
            .filter(key -> List.of("none", "log").contains(record.setting(key)))
            .map(key -> key + "=" + record.setting(key))
            .findFirst();
    return memory && weak.isPresent()
        ? "; with " + weak.get() + " what was acknowledged need not outlive its server"
        : "";
  }

  /** The evidence for the group's cause, and what else is known. */
  public List<String> evidence(LossGroup group) {
    List<String> lines = new ArrayList<>();
    lines.add(written(group));
    if (group.server().isPresent()) {
      lines.add("hosted by " + server(group) + ": tablets " + some(group.tablets()));
    }
    group.suspect().ifPresent(suspect -> lines.add(course(suspect)));
    moves(group).ifPresent(lines::add);
    logs(group).ifPresent(lines::add);
    remains(group).ifPresent(lines::add);
    group.others().stream()
        .limit(NAMED)
        .forEach(
            each -> lines.add("also: " + course(each.suspect()) + share(group, each.losses())));
    if (group.others().size() > NAMED) {
      lines.add("also: " + (group.others().size() - NAMED) + " more faults");
    }
    lines.add("rows: " + some(group.losses().stream().map(Loss::row).toList()));
    return lines;
  }

  private static String share(LossGroup group, long touched) {
    return touched == group.losses().size() ? "" : "; touched " + Amounts.grouped(touched);
  }

  private String written(LossGroup group) {
    String when =
        group.firstWritten() == 0
            ? "written at an unknown time"
            : "acknowledged "
                + timeOf(group.firstWritten())
                + (group.lastWritten() > group.firstWritten()
                    ? " to " + timeOf(group.lastWritten())
                    : "");
    String who = group.writers().isEmpty() ? "" : " of writer " + some(group.writers());
    return when + who + ", found " + timeOf(group.firstFound());
  }

  private String course(SuspectedFault suspect) {
    Incident what = suspect.what();
    if (what.planned().isEmpty()) {
      return what.fallen() + " was lost unasked at " + timeOf(what.at());
    }
    FaultRecord fault = what.planned().get();
    StringBuilder line = new StringBuilder(fault.inWords());
    line.append(": began ").append(timeOf(fault.startedAt()));
    fault.evidence().ifPresent(proof -> line.append(", proven: ").append(proof));
    fault.healedAt().ifPresent(at -> line.append(", healed ").append(timeOf(at)));
    fault.recoveredAt().ifPresent(at -> line.append(", recovered ").append(timeOf(at)));
    fault.doubts().forEach(why -> line.append(", doubted: ").append(why));
    return line.toString();
  }

  /** Where the first tablets of the group went from the write to the finding. */
  private Optional<String> moves(LossGroup group) {
    String moves =
        group.tablets().stream()
            .limit(2)
            .flatMap(tablet -> moves(tablet, group).stream())
            .collect(Collectors.joining("; "));
    return moves.isEmpty() ? Optional.empty() : Optional.of("moved: " + moves);
  }

  private Optional<String> moves(String tablet, LossGroup group) {
    long from =
        Math.min(
            group.lastWritten(),
            group.suspect().map(suspect -> suspect.what().at()).orElse(Long.MAX_VALUE));
    List<HostingInterval> stays = record.tablets().stays(tablet, from, group.firstFound());
    if (stays.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        tablet
            + stays.stream()
                .skip(1)
                .limit(NAMED)
                .map(stay -> " " + timeOf(stay.from()) + " " + place(stay))
                .collect(Collectors.joining(",")));
  }

  private String place(HostingInterval stay) {
    String where = stay.server().map(this::server).orElse("no server");
    return stay.logs().isEmpty() ? where : where + " with logs " + shortNames(stay.logs());
  }

  private Optional<String> logs(LossGroup group) {
    return group
        .server()
        .map(server -> record.tablets().logsOf(server, group.firstWritten(), group.lastWritten()))
        .filter(logs -> !logs.isEmpty())
        .map(logs -> "write-ahead logs of that time: " + shortNames(logs));
  }

  private Optional<String> remains(LossGroup group) {
    List<RowRemains> looked =
        group.losses().stream().flatMap(loss -> loss.remains().stream()).toList();
    if (looked.isEmpty()) {
      return Optional.empty();
    }
    String nowhere = "%,d nowhere".formatted(looked.stream().filter(RowRemains::isNowhere).count());
    String entries = places("with entries", looked.stream().map(RowRemains::entries).toList());
    String deletes =
        places("with delete markers", looked.stream().map(RowRemains::deletes).toList());
    String newest =
        looked.stream()
            .flatMap(each -> each.deletedAt().stream())
            .max(Long::compare)
            .map(at -> at < group.firstWritten() ? "timestamp " + at : timeOf(at))
            .map(at -> ", the newest of " + at) // a table's time may be a counter
            .orElse("");
    return Optional.of(
        "%,d rows looked for now: ".formatted(looked.size())
            + nowhere
            + entries
            + deletes
            + newest);
  }

  private static String places(String what, List<List<String>> places) {
    long rows = places.stream().filter(each -> !each.isEmpty()).count();
    List<String> distinct = places.stream().flatMap(List::stream).distinct().toList();
    return rows == 0 ? "" : "; %,d %s in %s".formatted(rows, what, some(distinct));
  }

  private static String shortNames(Collection<String> files) {
    return some(files.stream().map(RowSearch::shortName).toList());
  }

  /** The first few of them, and how many more there are. */
  public static String some(Collection<?> all) {
    String first = all.stream().limit(3).map(String::valueOf).collect(Collectors.joining(", "));
    return all.size() <= 3 ? first : first + " and " + Amounts.grouped(all.size() - 3) + " more";
  }
}
