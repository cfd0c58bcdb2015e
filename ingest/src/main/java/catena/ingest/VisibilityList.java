package catena.ingest;

import catena.harness.command.Problems;
import catena.harness.command.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.accumulo.core.security.ColumnVisibility.NodeType;

/** Column visibility expressions as people write them down. */
final class VisibilityList {
  /** How the empty expression is written in a file, where a blank line says nothing. */
  private static final String EMPTY = "\"\"";

  private VisibilityList() {}

  /**
   * Reads a list separated by commas; nothing at all is the empty expression alone.
   *
   * @throws IllegalArgumentException if one is no visibility expression
   */
  static List<String> parse(String text) {
    List<String> expressions =
        Arrays.stream(text.split(",", -1)).map(VisibilityList::unquoteEmpty).toList();
    expressions.forEach(VisibilityList::tree);
    return expressions;
  }

  /**
   * Reads a file of one expression a line; blank lines and those that begin with {@code #} say
   * nothing, {@code ""} is the empty expression.
   *
   * @throws UsageException if it cannot be read, holds none, or with every line that is none
   */
  static List<String> read(String file) {
    List<String> lines = lines(file);
    Problems problems = new Problems();
    for (int i = 0; i < lines.size(); i++) {
      check(file + " line " + (i + 1), lines.get(i), problems);
    }
    List<String> expressions =
        lines.stream().filter(VisibilityList::speaks).map(VisibilityList::unquoteEmpty).toList();
    problems.unless(!expressions.isEmpty(), file + " holds no visibility expression");
    problems.throwIfAny();
    return expressions;
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "graph.visibilities.file="
              + file
              + " cannot be read ("
              + FileTrouble.inWords(e)
              + "); name a text file");
    }
  }

  private static void check(String where, String line, Problems problems) {
    try {
      if (speaks(line)) {
        tree(unquoteEmpty(line));
      }
    } catch (IllegalArgumentException e) {
      problems.add(where + ": " + e.getMessage());
    }
  }

  private static boolean speaks(String line) {
    return !line.isBlank() && !line.startsWith("#");
  }

  private static String unquoteEmpty(String text) {
    String expression = text.strip();
    return expression.equals(EMPTY) ? "" : expression;
  }

  /** The labels that the expressions are made of: with all of them one sees every entry. */
  static Set<String> labels(List<String> expressions) {
    Set<String> labels = new TreeSet<>();
    for (String expression : expressions) {
      byte[] bytes = expression.getBytes(StandardCharsets.UTF_8);
      addLabels(tree(expression), bytes, labels);
    }
    return labels;
  }

  private static void addLabels(ColumnVisibility.Node node, byte[] expression, Set<String> to) {
    if (node.getType() == NodeType.TERM) {
      to.add(node.getTerm(expression).toString());
    }
    node.getChildren().forEach(child -> addLabels(child, expression, to));
  }

  private static ColumnVisibility.Node tree(String expression) {
    try {
      return new ColumnVisibility(expression.getBytes(StandardCharsets.UTF_8)).getParseTree();
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'" + expression + "' is no visibility expression: " + e.getDescription(), e);
    }
  }
}
