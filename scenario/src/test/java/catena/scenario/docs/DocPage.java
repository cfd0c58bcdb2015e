// SPDX-License-Identifier: Apache-2.0
package catena.scenario.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param name as people call it, from the root of the source tree on: {@code docs/verify.md}
 * @param lines of the page, from the first on
 */
public record DocPage(String name, List<String> lines) {
  /** The root of the source tree, from where the tests of a module run. */
  static final Path ROOT = Path.of("..");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  public DocPage {
    lines = List.copyOf(lines);
  }

  /**
   * A line in a block of commands.
   *
   * @param page where it stands
   * @param number of the line on the page, from 1 on
   * @param text without a comment behind it; lines that end with a backslash are one
   * @param isRun whether {@code bench/docs-commands} runs it
   */
  public record CommandLine(String page, int number, String text, boolean isRun) {
    /** Whether it shows what may be written, rather than what is to be typed. */
    public boolean isSynopsis() {
      return text.contains("[") || text.contains("…") || text.contains("...");
    }

    /** The words as a shell would pass them on, without substitutions. */
    public List<String> words() {
      List<String> words = new ArrayList<>();
      Matcher word = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+").matcher(text);
      while (word.find()) {
        words.add(word.group().replaceAll("['\"]", ""));
      }
      return words;
    }

    @Override
    public String toString() {
      return page + " line " + number + ": " + text;
    }
  }

  /** All pages: those at the root, and those below {@code docs}. */
  public static List<DocPage> all() {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(root, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(DocPage::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DocPage read(Path file) {
    try {
      String name = ROOT.relativize(file).toString();
      return new DocPage(name, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The commands in the page's {@code ```sh} blocks, in their order. */
  public List<CommandLine> commands() {
    List<CommandLine> commands = new ArrayList<>();
    boolean inside = false;
    boolean isRun = false;
    StringBuilder open = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("```")) {
        inside = !inside && line.startsWith("```sh");
        isRun = line.startsWith("```sh local");
      } else if (inside) {
        open.append(line.replaceFirst("(^|\\s+)# .*$", "").strip());
        if (open.toString().endsWith("\\")) {
          open.setLength(open.length() - 1);
        } else if (!open.toString().isBlank()) {
          commands.add(new CommandLine(name, i + 1, open.toString(), isRun));
          open.setLength(0);
        }
      }
    }
    return commands;
  }

  /** The lines that are in no block at all, each with its number in front. */
  public List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean inside = false;
    for (int i = 0; i < lines.size(); i++) {
      boolean fence = lines.get(i).startsWith("```");
      inside ^= fence;
      if (!inside && !fence) {
        prose.add((i + 1) + ": " + lines.get(i));
      }
    }
    return prose;
  }

  /** Where the page's links lead to. */
  public List<String> links() {
    return LINK.matcher(String.join("\n", prose()))
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  /** The names by which links lead to the page's headings. */
  public Set<String> anchors() {
    return lines.stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** What the page says in code within its prose. */
  public List<String> code() {
    return Pattern.compile("`([^`\n]+)`")
        .matcher(String.join("\n", prose()))
        .results()
        .map((MatchResult result) -> result.group(1))
        .toList();
  }
}
