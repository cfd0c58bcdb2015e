package catena.report.page;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import catena.records.words.Amounts;
import catena.report.finding.FindingSamples;
import catena.report.finding.FindingSamples.Located;
import catena.report.history.RunHistory;
import catena.report.page.Page.Evidence;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Findings row by row, and how many there are in which tablet of which server. */
final class FindingTables {
  /** Places beyond these are told of in {@code findings.jsonl} only. */
  private static final int MOST = 40;

  private FindingTables() {}

  /** How many findings there are by tablet and server; empty if none can be placed. */
  static Optional<Evidence> places(RunHistory run, ZoneId zone) {
    List<FindingSamples.Group> groups = run.findings().groups();
    if (groups.stream().allMatch(group -> group.tablet().isEmpty())) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of("places", "", "")
            .columns("Tablet", "Server", "Findings", "Writers", "Acknowledged from", "to");
    groups.stream()
        .limit(MOST)
        .forEach(
            group ->
                table.row(
                    orNone(group.tablet()),
                    orNone(group.server()),
                    Findings.inWords(group.kinds()),
                    orNone(
                        group.writers().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "))),
                    group.acknowledged() ? Formats.time(group.first(), zone) : Formats.NONE,
                    group.acknowledged() ? Formats.time(group.last(), zone) : Formats.NONE));
    return Optional.of(
        new Evidence(
            "places",
            "Findings by tablet and server",
            "Where each row was when its window was sent and acknowledged"
                + (groups.size() > MOST
                    ? "; the first %d of %s places.".formatted(MOST, Amounts.grouped(groups.size()))
                    : "."),
            List.of(),
            List.of(table.withoutEmpty().done()),
            List.of()));
  }

  /** The first findings of a kind, those of one tablet and server together. */
  static Evidence kind(RunHistory run, FindingKind kind, long count, ZoneId zone) {
    List<Located> first = run.findings().first(kind);
    Table.Draft table =
        Table.of("rows-" + id(kind), "", "")
            .columns(
                "Row",
                "Tablet",
                "Server",
                "Writer",
                "Window",
                "Acknowledged",
                "Expected",
                "Seen",
                "Referred to by");
    first.forEach(each -> table.row(cells(each, zone)));
    String some =
        first.size() < count
            ? "The first %d of %s follow.".formatted(first.size(), Amounts.grouped(count))
            : "All of them follow.";
    return new Evidence(
        id(kind),
        Amounts.grouped(count) + " " + kind,
        some + " findings.jsonl has each with all its details.",
        List.of(),
        List.of(table.withoutEmpty().done()),
        List.of());
  }

  private static String id(FindingKind kind) {
    return "finding-" + kind.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> cells(Located located, ZoneId zone) {
    Finding finding = located.finding();
    Optional<Origin> origin = finding.origin();
    OptionalLong acknowledged = origin.map(Origin::acknowledgedMillis).orElse(OptionalLong.empty());
    List<String> referrers = finding.referrers();
    return List.of(
        finding.row(),
        orNone(located.tablet()),
        orNone(located.server()),
        origin.map(each -> Integer.toString(each.writer())).orElse(Formats.NONE),
        origin
            .map(o -> "block %d layer %d index %d".formatted(o.block(), o.layer(), o.index()))
            .orElse(Formats.NONE),
        acknowledged.isPresent() ? Formats.time(acknowledged.getAsLong(), zone) : Formats.NONE,
        finding.expected().orElse(Formats.NONE),
        finding.seen().orElse(Formats.NONE),
        referrers.isEmpty()
            ? Formats.NONE
            : referrers.get(0)
                + (referrers.size() == 1 ? "" : " and " + (referrers.size() - 1) + " more"));
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Formats.NONE : text;
  }
}
