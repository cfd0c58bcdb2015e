// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Reads YAML as a tree whose values know their lines. */
public final class Document {
  /** More than any user writes; an alias may lead back to what holds it. */
  private static final int DEEPEST = 50;

  private final String file;

  private Document(String file) {
    this.file = file;
  }

  /**
   * Reads a text.
   *
   * @param file for messages
   * @throws UsageException if it is no YAML, or says one key twice
   */
  public static Item read(String file, String text) {
    return read(file, text, new Resolver());
  }

  /**
   * Reads a text whose values are all taken as they stand there: YAML would make 63 of {@code 1:3}.
   *
   * @param file for messages
   * @throws UsageException if it is no YAML, or says one key twice
   */
  public static Item readAsWritten(String file, String text) {
    return read(
        file,
        text,
        new Resolver() {
          @Override
          protected void addImplicitResolvers() {
            // none: nothing is taken for a number
          }
        });
  }

  /**
   * The documents of a text whose form a program knows: each keys with lists, maps, numbers, texts.
   *
   * @param file for messages
   * @throws UsageException if it is no YAML, or one of them is not keys with values
   */
  @SuppressWarnings("unchecked") // keys of what is below may be numbers
  public static List<Map<String, Object>> values(String file, String text) {
    List<Map<String, Object>> documents = new ArrayList<>();
    try {
      new Yaml(new SafeConstructor(new LoaderOptions()))
          .loadAll(text)
          .forEach(each -> documents.add((Map<String, Object>) each));
      return documents;
    } catch (YAMLException | ClassCastException e) {
      throw new UsageException(file + " is not YAML, or no keys with values: " + e.getMessage());
    }
  }

  private static Item read(String file, String text, Resolver resolver) {
    LoaderOptions loading = new LoaderOptions();
    DumperOptions dumping = new DumperOptions();
    try {
      Node root =
          new Yaml(
                  new SafeConstructor(loading),
                  new Representer(dumping),
                  dumping,
                  loading,
                  resolver)
              .compose(new StringReader(text));
      return root == null ? new Item.Nothing(1) : new Document(file).item(root, 0);
    } catch (YAMLException e) {
      throw new UsageException(file + " is not YAML: " + e.getMessage());
    }
  }

  private Item item(Node node, int depth) {
    int line = node.getStartMark().getLine() + 1;
    if (depth > DEEPEST) {
      throw new UsageException(file + " line " + line + ": more than " + DEEPEST + " levels");
    }
    if (node instanceof ScalarNode scalar) {
      return Tag.NULL.equals(scalar.getTag())
          ? new Item.Nothing(line)
          : new Item.Text(text(scalar), line);
    }
    if (node instanceof SequenceNode sequence) {
      List<Item> items = new ArrayList<>();
      sequence.getValue().forEach(each -> items.add(item(each, depth + 1)));
      return new Item.Items(items, line);
    }
    return fields((MappingNode) node, line, depth);
  }

  /** As it is written, apart from what YAML says in several ways. */
  private static String text(ScalarNode scalar) {
    if (Tag.BOOL.equals(scalar.getTag())) {
      return Boolean.toString(scalar.getValue().matches("(?i)true|yes|on"));
    }
    return Tag.INT.equals(scalar.getTag()) ? scalar.getValue().replace("_", "") : scalar.getValue();
  }

  private Item fields(MappingNode mapping, int line, int depth) {
    Map<String, Item.Field> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      int at = tuple.getKeyNode().getStartMark().getLine() + 1;
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw new UsageException(file + " line " + at + ": a key must be a word");
      }
      Item.Field field = new Item.Field(at, item(tuple.getValueNode(), depth + 1));
      Item.Field before = fields.put(key.getValue(), field);
      if (before != null) {
        throw new UsageException(
            "%s line %d: %s stands there a second time, after line %d; leave out one"
                .formatted(file, at, key.getValue(), before.line()));
      }
    }
    return new Item.Fields(fields, line);
  }
}
