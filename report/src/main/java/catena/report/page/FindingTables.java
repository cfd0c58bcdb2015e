package catena.report.page;

import catena.graph.judge.FindingKind;
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
import java.util.function.Function;
import java.util.stream.Collectors;

/** Findings row by row, and how many there are in which tablet of which server. */
final class FindingTables {
  /** Places beyond these are told of in {@code findings.jsonl} only. */
  private static final int MOST = 40;

  /** Rows of one kind; a person looks at a few. */
  private static final int SHOWN = 5;

  private FindingTables() {}

  /** How many findings there are by tablet and server; empty if none can be placed. */
  static Optional<Evidence> places(RunHistory run, ZoneId zone) {
    List<FindingSamples.Group> groups = run.findings().groups();
    if (groups.stream().allMatch(group -> group.tablet().isEmpty())) {
      return Optional.empty();
    }
    Table table =
        Table.<FindingSamples.Group>of("places", "", "")
            .words("Tablet", group -> orNone(group.tablet()))
            .words("Server", group -> orNone(group.server()))
            .words("Findings", group -> Findings.inWords(group.kinds()))
            .words("Writers", group -> orNone(writers(group)))
            .cells("Acknowledged from", Unit.TIME, group -> time(group, group.first(), zone))
            .cells("to", Unit.TIME, group -> time(group, group.last(), zone))
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

  private static String writers(FindingSamples.Group group) {
    return group.writers().stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static Cell time(FindingSamples.Group group, long at, ZoneId zone) {
    return group.acknowledged() ? Cell.time(at, zone) : Cell.NONE;
  }

  /** The first findings of a kind, those of one tablet and server together. */
  static Evidence kind(RunHistory run, FindingKind kind, long count, ZoneId zone) {
    List<Located> first = run.findings().first(kind).stream().limit(SHOWN).toList();
    Table table =
        Table.<Located>of("rows-" + id(kind), "", "")
            .words("Row", each -> each.finding().row())
            .words("Tablet", each -> orNone(each.tablet()))
            .words("Server", each -> orNone(each.server()))
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
            .known("Expected", each -> each.finding().expected())
            .known("Seen", each -> each.finding().seen())
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
