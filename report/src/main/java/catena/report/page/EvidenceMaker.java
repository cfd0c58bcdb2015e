package catena.report.page;

import catena.records.history.Causes;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import catena.report.page.Page.Evidence;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A page of evidence for each probable cause; without causes, for each kind of finding. */
public final class EvidenceMaker {
  private EvidenceMaker() {}

  /** The pages, the most suspect cause first; none without findings. */
  public static List<Evidence> of(RunHistory run, ZoneId zone) {
    List<Evidence> pages = new ArrayList<>();
    traced(run.causes()).ifPresent(pages::add);
    for (Causes.Group group : run.causes().groups()) {
      pages.add(
          new Evidence(
              "cause-" + group.rank(),
              "Cause " + group.rank() + ": " + kinds(group.kinds(), run.causes()),
              group.suspicion(),
              facts(group, run.causes(), zone),
              List.of(),
              group.evidence()));
    }
    if (!run.causes().unhosted().isEmpty()) {
      pages.add(unhosted(run.causes(), zone));
    }
    FindingTables.places(run, zone).ifPresent(pages::add);
    run.findings()
        .counts()
        .forEach((kind, count) -> pages.add(FindingTables.kind(run, kind, count, zone)));
    return pages;
  }

  /** How complete the causes are; empty where every finding was traced to a fault. */
  private static Optional<Evidence> traced(Causes causes) {
    List<String> facts = new ArrayList<>();
    if (causes.unexplained() > 0) {
      facts.add("No fault explains " + causes.scaledInWords(causes.unexplained()) + " of them.");
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

  /** How many there are of each kind: of all, where only some were traced. */
  private static String kinds(Map<String, Long> kinds, Causes causes) {
    return kinds.entrySet().stream()
        .map(e -> causes.scaledInWords(e.getValue()) + " " + e.getKey())
        .collect(Collectors.joining(", "));
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
}
