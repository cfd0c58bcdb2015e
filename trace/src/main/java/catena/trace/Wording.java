package catena.trace;

import catena.graph.FindingKind;
import catena.harness.command.Amounts;
import catena.trace.Group.Deleted;
import catena.trace.Group.Struck;
import catena.trace.Group.Unexplained;
import catena.trace.Suspect.Planned;
import catena.trace.Suspect.Unplanned;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says what is suspected of a group and what speaks for it, in sentences; pure. */
final class Wording {
  private static final int NAMED = 5;

  private final RunRecord record;
  private final Moments moments;

  Wording(RunRecord record, Moments moments) {
    this.record = record;
    this.moments = moments;
  }

  /** A server's name, where the journal says it, and its address. */
  String server(String address) {
    return record.faults().nameOf(address).map(name -> name + " " + address).orElse(address);
  }

  private String server(Group group) {
    return group.server().map(this::server).orElse("an unknown server");
  }

  /** What probably happened. */
  String suspicion(Group group) {
    if (group.cause() instanceof Deleted) {
      return "No fault explains these: somebody deleted the rows, whose delete markers are there"
          + " although no writer of the graph deletes them.";
    } else if (group.cause() instanceof Unexplained) {
      return "No fault explains these: none touched "
          + server(group)
          + ", its file system or what directs it between the writes and the findings.";
    }
    Suspect suspect = ((Struck) group.cause()).suspect();
    String did = suspect.bond().inWords(server(group));
    if (suspect.what() instanceof Planned planned) {
      return "Fault %d (%s) %s, %s%s."
          .formatted(
              planned.fault().id(),
              planned.fault().kind(),
              did,
              distance(planned.fault().startedAt(), group),
              durability(suspect));
    }
    return "No planned fault, but a server fell: %s was gone at %s, which %s, %s%s."
        .formatted(
            ((Unplanned) suspect.what()).death().server().text(),
            moments.timeOf(suspect.what().at()),
            did,
            distance(suspect.what().at(), group),
            durability(suspect));
  }

  private static String distance(long at, Group group) {
    long after = at - group.lastWritten();
    if (after >= 0) {
      return Moments.seconds(after) + " after the last of them was acknowledged";
    }
    long first = at - group.firstWritten();
    return first >= 0
        ? "while they were being acknowledged"
        : Moments.seconds(-first) + " before the first of them was acknowledged";
  }

  /** A server that falls takes what is in its memory only, which is harmless where a log has it. */
  private String durability(Suspect suspect) {
    boolean memory = suspect.bond() == Bond.HOST || suspect.bond() == Bond.LATER_HOST;
    Optional<String> weak =
        List.of("ingest.durability", "table.durability").stream()
            .filter(key -> List.of("none", "log").contains(record.setting(key)))
            .map(key -> key + "=" + record.setting(key))
            .findFirst();
    return memory && weak.isPresent()
        ? "; with " + weak.get() + " what was acknowledged need not outlive its server"
        : "";
  }

  /** What speaks for it, and what else there is to know. */
  List<String> evidence(Group group) {
    List<String> lines = new ArrayList<>();
    lines.add(written(group));
    if (group.server().isPresent()) {
      lines.add("hosted by " + server(group) + ": tablets " + some(group.tablets()));
    }
    if (group.cause() instanceof Struck struck) {
      lines.add(course(struck.suspect()));
    }
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
    lines.add("rows: " + some(group.losses().stream().map(Loss::row).toList()));
    return lines;
  }

  private static String share(Group group, long touched) {
    return touched == group.losses().size() ? "" : "; touched " + Amounts.grouped(touched);
  }

  private String written(Group group) {
    String when =
        group.firstWritten() == 0
            ? "written at an unknown time"
            : "acknowledged "
                + moments.withDay(group.firstWritten())
                + (group.lastWritten() > group.firstWritten()
                    ? " to " + moments.timeOf(group.lastWritten())
                    : "");
    String who = group.writers().isEmpty() ? "" : " of writer " + some(group.writers());
    return when + who + ", found " + moments.timeOf(group.firstFound());
  }

  private String course(Suspect suspect) {
    if (suspect.what() instanceof Unplanned unplanned) {
      Death death = unplanned.death();
      return death.server().text() + " was lost unasked at " + moments.timeOf(death.at());
    }
    Fault fault = ((Planned) suspect.what()).fault();
    StringBuilder line = new StringBuilder(fault.inWords());
    line.append(": began ").append(moments.timeOf(fault.startedAt()));
    fault.evidence().ifPresent(proof -> line.append(", proven: ").append(proof));
    fault.healedAt().ifPresent(at -> line.append(", healed ").append(moments.timeOf(at)));
    fault.recoveredAt().ifPresent(at -> line.append(", recovered ").append(moments.timeOf(at)));
    fault.doubt().ifPresent(why -> line.append(", doubted: ").append(why));
    return line.toString();
  }

  /** Where the first tablets of the group went from the write to the finding. */
  private Optional<String> moves(Group group) {
    String moves =
        group.tablets().stream()
            .limit(2)
            .flatMap(tablet -> moves(tablet, group).stream())
            .collect(Collectors.joining("; "));
    return moves.isEmpty() ? Optional.empty() : Optional.of("moved: " + moves);
  }

  private Optional<String> moves(String tablet, Group group) {
    List<Stay> stays = record.tablets().stays(tablet, group.lastWritten(), group.firstFound());
    if (stays.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        tablet
            + stays.stream()
                .skip(1)
                .limit(NAMED)
                .map(stay -> " " + moments.timeOf(stay.from()) + " " + place(stay))
                .collect(Collectors.joining(",")));
  }

  private String place(Stay stay) {
    String where = stay.server().map(this::server).orElse("nobody");
    return stay.logs().isEmpty() ? where : where + " with logs " + some(stay.logs());
  }

  private Optional<String> logs(Group group) {
    return group
        .server()
        .map(server -> record.tablets().logsOf(server, group.firstWritten(), group.lastWritten()))
        .filter(logs -> !logs.isEmpty())
        .map(logs -> "write-ahead logs of that time: " + some(logs));
  }

  private Optional<String> remains(Group group) {
    List<Remains> looked =
        group.losses().stream().flatMap(loss -> loss.remains().stream()).toList();
    if (looked.isEmpty()) {
      return Optional.empty();
    }
    long nowhere = looked.stream().filter(Remains::isNowhere).count();
    StringBuilder line = new StringBuilder();
    line.append("of %,d rows looked for now, %,d are nowhere".formatted(looked.size(), nowhere));
    add(line, "hold entries", looked.stream().map(Remains::entries).toList());
    add(line, "hold delete markers", looked.stream().map(Remains::deletes).toList());
    looked.stream()
        .flatMap(each -> each.deletedAt().stream())
        .max(Long::compare)
        .ifPresent(at -> line.append(", the newest of ").append(moments.withDay(at)));
    return Optional.of(line.toString());
  }

  private static void add(StringBuilder line, String what, List<List<String>> places) {
    List<String> distinct = places.stream().flatMap(List::stream).distinct().toList();
    long rows = places.stream().filter(each -> !each.isEmpty()).count();
    if (rows > 0) {
      line.append(", of %,d rows %s %s".formatted(rows, some(distinct), what));
    }
  }

  static String some(Collection<?> all) {
    String first = all.stream().limit(3).map(String::valueOf).collect(Collectors.joining(", "));
    return all.size() <= 3 ? first : first + " and " + Amounts.grouped(all.size() - 3) + " more";
  }

  /** How many of which kind. */
  static String kinds(Map<FindingKind, Long> kinds) {
    return kinds.entrySet().stream()
        .map(each -> Amounts.grouped(each.getValue()) + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}
