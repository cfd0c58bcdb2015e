// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.records.history.Causes;
import catena.records.run.RunDirectory;
import catena.records.verdict.Findings;
import catena.trace.cause.Wording;
import catena.trace.record.RowSearch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.text.WordUtils;

/** The causes on one page for a person, 80 columns. */
final class CausesPage {
  private static final int WIDTH = 80;
  private static final int GROUPS = 5;
  private static final int TABLETS = 5;

  private CausesPage() {}

  static List<String> lines(Causes causes, String run) {
    List<String> lines = new ArrayList<>();
    wrap(lines, "", "Run " + run);
    wrap(
        lines,
        "",
        "Lost writes found: %s; groups that share a cause: %,d, the most suspect first; findings that no fault explains: %s%s."
            .formatted(
                causes.totalInWords(),
                causes.groups().size(),
                causes.scaledInWords(causes.unexplained()),
                causes.unrecorded() == 0
                    ? ""
                    : "; of unknown cause: " + causes.scaledInWords(causes.unrecorded())));
    causes.groups().stream().limit(GROUPS).forEach(group -> add(lines, causes, group));
    if (causes.groups().size() > GROUPS) {
      lines.add("");
      lines.add(causes.groups().size() - GROUPS + " more groups are in " + RunDirectory.CAUSES);
    }
    unhosted(lines, causes.unhosted());
    if (!causes.notes().isEmpty()) {
      lines.add("");
      causes.notes().forEach(note -> wrap(lines, "", "Note: " + note));
    }
    return lines;
  }

  private static void add(List<String> lines, Causes causes, Causes.Group group) {
    lines.add("");
    wrap(
        lines,
        "",
        "%d. %s  %s"
            .formatted(group.rank(), causes.kindsInWords(group), group.server().orElse("")));
    wrap(lines, "   ", group.suspicion());
    if (causes.isSample()) {
      wrap(lines, "   - ", "of those traced: " + Findings.inWords(group.kinds()));
    }
    group.evidence().forEach(line -> wrap(lines, "   - ", line));
  }

  private static void unhosted(List<String> lines, List<Causes.Unhosted> tablets) {
    if (tablets.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Tablets without a host at the end: " + tablets.size());
    tablets.stream().limit(TABLETS).forEach(each -> wrap(lines, "   - ", inWords(each)));
    if (tablets.size() > TABLETS) {
      lines.add("   - and " + (tablets.size() - TABLETS) + " more, in " + RunDirectory.CAUSES);
    }
  }

  /** A tablet without a host in one sentence, for a verdict's reasons, too. */
  static String inWords(Causes.Unhosted tablet) {
    List<String> logs = tablet.logs().stream().map(RowSearch::shortName).toList();
    return "tablet "
        + tablet.tablet()
        + " is not hosted; its last server was "
        + tablet.server().orElse("never seen")
        + tablet.fault().map(f -> ", hit by fault " + f.id() + " (" + f.fault() + ")").orElse("")
        + (logs.isEmpty() ? "" : "; it needs the logs " + Wording.some(logs));
  }

  /** A bullet in lines of the page's width; nothing is cut, in files and pipes least of all. */
  private static void wrap(List<String> lines, String bullet, String text) {
    String lead = bullet;
    for (String part : WordUtils.wrap(text, WIDTH - bullet.length(), "\n", true).lines().toList()) {
      lines.add(lead + part.strip());
      lead = " ".repeat(bullet.length());
    }
  }

  static void write(RunDirectory run, Causes causes) throws IOException {
    byte[] text =
        (String.join("\n", lines(causes, run.display())) + "\n").getBytes(StandardCharsets.UTF_8);
    run.writeAtomically(run.causesPage(), text, "the page of causes");
  }

  /** The headline of each group, for a summary. */
  static List<String> facts(Causes causes) {
    List<String> facts = new ArrayList<>();
    for (Causes.Group group : causes.groups().stream().limit(GROUPS).toList()) {
      String server = group.server().map(s -> " of " + s).orElse("");
      facts.add(causes.kindsInWords(group) + server + ": " + group.cause());
    }
    if (causes.isSample()) {
      facts.add(
          "traced: %,d of %,d lost writes, drawn evenly"
              .formatted(causes.traced(), causes.total()));
    }
    facts.add("causes are in " + RunDirectory.CAUSES_PAGE + " and " + RunDirectory.CAUSES);
    return facts;
  }
}
