// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.records.settings.LineFile;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.accumulo.core.security.ColumnVisibility.NodeType;

/** Column visibility expressions as users write them. */
final class VisibilityList {
  private VisibilityList() {}

  /**
   * Reads a list separated by commas; nothing at all is the empty expression alone.
   *
   * @throws IllegalArgumentException if one is no visibility expression
   */
  static List<String> parse(String text) {
    List<String> expressions =
        Arrays.stream(text.split(",", -1)).map(LineFile::unquoteEmpty).toList();
    expressions.forEach(VisibilityList::tree);
    return expressions;
  }

  /**
   * Reads a file of one expression a line; see {@link LineFile}.
   *
   * @throws UsageException if it cannot be read, holds none, or with every line that is none
   */
  static List<String> read(String key, String file) {
    Problems problems = new Problems();
    List<LineFile.SourceLine> lines = LineFile.read(key, file);
    for (LineFile.SourceLine line : lines) {
      try {
        tree(line.text());
      } catch (IllegalArgumentException e) {
        problems.add(line.where() + ": " + e.getMessage());
      }
    }
    problems.throwIfAny();
    return lines.stream().map(LineFile.SourceLine::text).toList();
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
