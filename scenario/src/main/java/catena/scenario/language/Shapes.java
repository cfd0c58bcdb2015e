// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import catena.records.words.Item;
import catena.records.words.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is expected at a place of a file; what stands there instead is a problem that names its
 * line.
 *
 * @param problems takes what is wrong
 * @param parameters that texts may name in expressions
 */
public record Shapes(String file, Problems problems, Map<String, String> parameters) {
  /** The beginning of a message. */
  public String at(int line) {
    return file + " line " + line + ": ";
  }

  /** Notes a problem at a line. */
  public void problem(int line, String what) {
    problems.add(at(line) + what);
  }

  /** The keys with their values; none if there is nothing. */
  public Map<String, Item.Field> fields(String what, Item.Field field) {
    return shaped(Item.Fields.class, what + " must be keys with values", field)
        .map(Item.Fields::all)
        .orElse(Map.of());
  }

  /** The items of a list; none if there is nothing. */
  public List<Item> items(String what, Item.Field field) {
    return shaped(Item.Items.class, what + " must be a list", field)
        .map(Item.Items::all)
        .orElse(List.of());
  }

  /** A text with its expressions computed; empty if there is nothing. */
  public String text(String what, Item.Field field) {
    try {
      return shaped(Item.Text.class, what + " must be one value", field)
          .map(text -> Expressions.resolve(text.text(), parameters))
          .orElse("");
    } catch (IllegalArgumentException e) {
      problem(field.line(), what + ": " + e.getMessage());
      return "";
    }
  }

  /** The value if it is of a type, and not nothing; else a problem. */
  private <T extends Item> Optional<T> shaped(Class<T> type, String otherwise, Item.Field field) {
    if (field == null || field.value() instanceof Item.Nothing) {
      return Optional.empty();
    }
    if (!type.isInstance(field.value())) {
      problem(field.line(), otherwise);
    }
    return Optional.of(field.value()).filter(type::isInstance).map(type::cast);
  }

  /** How often something is to be done: a whole number from 1. */
  public int times(String what, Item.Field field, int most) {
    int before = problems.found().size();
    String text = text(what, field);
    if (problems.found().size() == before) {
      try {
        int times = Integer.parseInt(text);
        if (1 <= times && times <= most) {
          return times;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      problem(
          field.line(),
          what + " must be a whole number from 1 to " + most + ", not '" + text + "'");
    }
    return 1;
  }
}
