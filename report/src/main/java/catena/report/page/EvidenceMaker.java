// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.graph.judge.FindingKind;
import catena.records.history.Causes;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import catena.records.words.Amounts;
import catena.report.history.FindingSamples;
import catena.report.history.FindingSamples.Located;
import catena.report.history.RunHistory;
import catena.report.page.Page.Evidence;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.commons.lang3.StringUtils;

/** A page of evidence for each probable cause; without causes, for each kind of finding. */
public final class EvidenceMaker {
  /** Places beyond this many are in {@code findings.jsonl} only. */
  private static final int MOST = 40;

  /** The number of rows of one kind that are shown. */
  private static final int SHOWN = 5;

  private EvidenceMaker() {}

  /** The pages, the most probable cause first; none without findings. */
  public static List<Evidence> of(RunHistory run, ZoneId zone) {
    List<Evidence> pages = new ArrayList<>();
    traced(run.causes()).ifPresent(pages::add);
    for (Causes.Group group : run.causes().groups()) {
      pages.add(
          new Evidence(
              "cause-" + group.rank(),
              "Cause " + group.rank() + ": " + run.causes().kindsInWords(group),
              group.suspicion(),
              facts(group, run.causes(), zone),
              List.of(),
              group.evidence()));
    }
    if (!run.causes().unhosted().isEmpty()) {
      pages.add(unhosted(run.causes(), zone));
    }
    places(run, zone).ifPresent(pages::add);
    run.findings().counts().forEach((kind, count) -> pages.add(kind(run, kind, count, zone)));
    return pages;
  }

  /** How complete the causes are; empty if all findings were traced to faults. */
  private static Optional<Evidence> traced(Causes causes) {
    List<String> facts = new ArrayList<>();
    if (causes.unexplained() > 0) {
      facts.add("No fault explains " + causes.scaledInWords(causes.unexplained()) + " of them.");
    }
    if (causes.unrecorded() > 0) {
      String number = causes.scaledInWords(causes.unrecorded());
      facts.add("The cause of " + number + " is not known: the record of their time was not read.");
    }
    if (!causes.isSample() && facts.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Evidence(
            "traced",
            "Causes",
            "Lost writes found: %s%s."
                .formatted(
                    causes.totalInWords(),
                    causes.isSample() ? "; numbers of causes are scaled" : ""),
            facts,
            List.of(),
            List.of()));
  }

  private static Evidence unhosted(Causes causes, ZoneId zone) {
    int number = causes.unhosted().size();
    return new Evidence(
        "unhosted",
        number == 1 ? "A tablet without a host" : number + " tablets without a host",
        "What they hold could not be read, so nothing is known of it.",
        causes.notes(),
        List.of(),
        causes.unhosted().stream().map(tablet -> inWords(tablet, zone)).toList());
  }

  private static String inWords(Causes.Unhosted tablet, ZoneId zone) {
    List<String> words = new ArrayList<>();
    words.add("Tablet " + tablet.tablet());
    words.add("last hosted by " + tablet.server().orElse("no server that was seen"));
    tablet.fault().ifPresent(fault -> words.add("hit by " + inWords(fault, zone)));
    if (!tablet.logs().isEmpty()) {
      words.add("needs " + String.join(", ", tablet.logs()));
    }
    return String.join("; ", words);
  }

  private static String inWords(Causes.CausingFault fault, ZoneId zone) {
    return "fault %d, %s of %s, %s"
        .formatted(
            fault.id(),
            fault.fault(),
            String.join(", ", fault.targets()),
            Formats.time(fault.startedAt(), zone));
  }

  private static List<String> facts(Causes.Group group, Causes causes, ZoneId zone) {
    List<String> facts = new ArrayList<>();
    if (causes.isSample()) {
      facts.add(
          "%s of %s traced findings, scaled to %s of %s"
              .formatted(
                  Amounts.grouped(group.findings()),
                  Amounts.grouped(causes.traced()),
                  causes.scaledInWords(group.findings()),
                  Amounts.grouped(causes.total())));
    }
    group.server().ifPresent(server -> facts.add("Server: " + server));
    group.fault().ifPresent(fault -> facts.add(Formats.capital(inWords(fault, zone))));
    if (!group.tablets().isEmpty()) {
      facts.add("Tablets: " + String.join(", ", group.tablets()));
    }
    return facts;
  }

  /** How many findings there are by tablet and server; empty if none can be placed. */
  private static Optional<Evidence> places(RunHistory run, ZoneId zone) {
    List<FindingSamples.Group> groups = run.findings().groups();
    if (groups.stream().allMatch(group -> group.place().tablet().isEmpty())) {
      return Optional.empty();
    }
    Table table =
        Table.<FindingSamples.Group>of("places", "", "")
            .words("Tablet", group -> orNone(group.place().tablet()))
            .words("Server", group -> orNone(group.place().server()))
            .words("Findings", group -> Findings.inWords(group.kinds()))
            .words("Writers", group -> orNone(StringUtils.join(group.writers(), ", ")))
            .cells(
                "Acknowledged from",
                Unit.TIME,
                group -> time(group, group.acknowledged().getMin(), zone))
            .cells("to", Unit.TIME, group -> time(group, group.acknowledged().getMax(), zone))
            .withoutEmpty(groups.subList(0, Math.min(MOST, groups.size())));
    return Optional.of(
        new Evidence(
            "places",
            "Findings by tablet and server",
            "Where each row was when its window was sent and acknowledged"
                + (groups.size() > MOST
                    ? "; the first %d of %s places.".formatted(MOST, Amounts.grouped(groups.size()))
                    : "."),
            List.of(),
            List.of(table),
            List.of()));
  }

  private static Cell time(FindingSamples.Group group, long at, ZoneId zone) {
    return group.acknowledged().getCount() > 0 ? Cell.time(at, zone) : Cell.NONE;
  }

  /** The first findings of a kind, those of one tablet and server together. */
  private static Evidence kind(RunHistory run, FindingKind kind, long count, ZoneId zone) {
    List<Located> first = run.findings().first(kind).stream().limit(SHOWN).toList();
    Table table =
        Table.<Located>of("rows-" + id(kind), "", "")
            .words("Row", each -> each.finding().row())
            .words("Tablet", each -> orNone(each.place().tablet()))
            .words("Server", each -> orNone(each.place().server()))
            .known("Writer", each -> origin(each, o -> Integer.toString(o.writer())))
            .known(
                "Window",
                each ->
                    origin(
                        each,
                        o ->
                            "block %d layer %d index %d"
                                .formatted(o.block(), o.layer(), o.index())))
            .cells("Acknowledged", Unit.TIME, each -> acknowledged(each, zone))
            .known("Expected", each -> each.finding().expected().map(entry -> rest(each, entry)))
            .known("Seen", each -> each.finding().seen().map(entry -> rest(each, entry)))
            .words("Referred to by", each -> referrers(each.finding().referrers()))
            .withoutEmpty(first);
    String some =
        first.size() < count
            ? "The first %d of %s follow.".formatted(first.size(), Amounts.grouped(count))
            : "All of them follow.";
    return new Evidence(
        id(kind),
        Amounts.grouped(count) + " " + kind,
        some + " findings.jsonl has each with all its details.",
        List.of(),
        List.of(table),
        List.of());
  }

  /** An entry without its row, which has its own column. */
  private static String rest(Located located, String entry) {
    String row = located.finding().row() + " ";
    return entry.startsWith(row) ? entry.substring(row.length()) : entry;
  }

  private static String id(FindingKind kind) {
    return "finding-" + kind.name().toLowerCase(Locale.ROOT);
  }

  private static Optional<String> origin(Located located, Function<Origin, String> words) {
    return located.finding().origin().map(words);
  }

  private static Cell acknowledged(Located located, ZoneId zone) {
    OptionalLong at =
        located.finding().origin().map(Origin::acknowledgedMillis).orElse(OptionalLong.empty());
    return at.isPresent() ? Cell.time(at.getAsLong(), zone) : Cell.NONE;
  }

  private static String referrers(List<String> referrers) {
    return referrers.isEmpty()
        ? Formats.NONE
        : referrers.get(0)
            + (referrers.size() == 1 ? "" : " and " + (referrers.size() - 1) + " more");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Formats.NONE : text;
  }
}
