// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.records.history.FaultRecord;
import catena.records.history.HostingInterval;
import catena.records.history.TabletHistory;
import catena.records.words.Amounts;
import catena.trace.record.Incident;
import catena.trace.record.Loss;
import catena.trace.record.RowRemains;
import catena.trace.record.RowSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The evidence for a suspicion from what was recorded, in lines; pure. */
public record CauseEvidence(TabletHistory tablets, Wording wording) {
  private static final int NAMED = 5;

  /** The evidence for the group's cause, and what else is known. */
  public List<String> of(LossGroup group) {
    List<String> lines = new ArrayList<>();
    lines.add(written(group));
    if (group.server().isPresent()) {
      lines.add(
          "hosted by " + wording.server(group) + ": tablets " + Wording.some(group.tablets()));
    }
    group.suspect().ifPresent(suspect -> lines.add(course(suspect)));
    moves(group).ifPresent(lines::add);
    logs(group).ifPresent(lines::add);
    remains(group).ifPresent(lines::add);
    group.others().entrySet().stream()
        .limit(NAMED)
        .forEach(
            each -> lines.add("also: " + course(each.getKey()) + share(group, each.getValue())));
    if (group.others().size() > NAMED) {
      lines.add("also: " + (group.others().size() - NAMED) + " more faults");
    }
    lines.add("rows: " + Wording.some(group.losses().stream().map(Loss::row).toList()));
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
                + wording.timeOf(group.firstWritten())
                + (group.lastWritten() > group.firstWritten()
                    ? " to " + wording.timeOf(group.lastWritten())
                    : "");
    String who = group.writers().isEmpty() ? "" : " of writer " + Wording.some(group.writers());
    return when + who + ", found " + wording.timeOf(group.firstFound());
  }

  private String course(SuspectedFault suspect) {
    Incident what = suspect.what();
    if (what.planned().isEmpty()) {
      return what.fallen() + " was lost unasked at " + wording.timeOf(what.at());
    }
    FaultRecord fault = what.planned().get();
    StringBuilder line = new StringBuilder(fault.inWords());
    line.append(": began ").append(wording.timeOf(fault.startedAt()));
    fault.evidence().ifPresent(proof -> line.append(", proven: ").append(proof));
    fault.healedAt().ifPresent(at -> line.append(", healed ").append(wording.timeOf(at)));
    fault.recoveredAt().ifPresent(at -> line.append(", recovered ").append(wording.timeOf(at)));
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
    List<HostingInterval> stays = tablets.stays(tablet, from, group.firstFound());
    if (stays.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        tablet
            + stays.stream()
                .skip(1)
                .limit(NAMED)
                .map(stay -> " " + wording.timeOf(stay.from()) + " " + place(stay))
                .collect(Collectors.joining(",")));
  }

  private String place(HostingInterval stay) {
    String where = stay.server().map(wording::server).orElse("no server");
    return stay.logs().isEmpty() ? where : where + " with logs " + shortNames(stay.logs());
  }

  private Optional<String> logs(LossGroup group) {
    return group
        .server()
        .map(server -> tablets.logsOf(server, group.firstWritten(), group.lastWritten()))
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
            .map(at -> at < group.firstWritten() ? "timestamp " + at : wording.timeOf(at))
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
    return rows == 0 ? "" : "; %,d %s in %s".formatted(rows, what, Wording.some(distinct));
  }

  private static String shortNames(Collection<String> files) {
    return Wording.some(files.stream().map(RowSearch::shortName).toList());
  }
}
