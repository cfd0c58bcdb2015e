// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Missing;
import catena.records.run.RunDirectory;
import catena.records.words.Document;
import catena.records.words.Item;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a report shows of a scenario's file; the file may be of another version of Catena.
 *
 * @param tservers how many the run's own cluster should have
 */
public record ScenarioText(Optional<String> name, Optional<String> about, OptionalInt tservers) {
  static final ScenarioText NONE =
      new ScenarioText(Optional.empty(), Optional.empty(), OptionalInt.empty());

  static ScenarioText read(RunDirectory directory, Missing missing) {
    String file = directory.scenario().getName();
    try {
      Optional<byte[]> content = directory.read(directory.scenario());
      return content.isEmpty()
          ? NONE
          : parse(file, new String(content.get(), StandardCharsets.UTF_8), missing);
    } catch (IOException e) {
      missing.add(file + " cannot be read: " + Reasons.of(e));
      return NONE;
    }
  }

  private static ScenarioText parse(String file, String text, Missing missing) {
    try {
      if (Document.read(file, text) instanceof Item.Fields top) {
        return new ScenarioText(text(top, "name"), text(top, "about"), tservers(top));
      }
      missing.add(file + " is empty or cut off");
    } catch (UsageException e) {
      missing.add(file + " is cut off or no YAML");
    }
    return NONE;
  }

  private static Optional<Item> item(Item.Fields in, String key) {
    return Optional.ofNullable(in.all().get(key)).map(Item.Field::value);
  }

  private static Optional<String> text(Item.Fields in, String key) {
    return item(in, key).map(value -> value instanceof Item.Text word ? word.text() : null);
  }

  private static OptionalInt tservers(Item.Fields top) {
    return item(top, "cluster").stream()
        .flatMap(value -> value instanceof Item.Fields own ? text(own, "tserver").stream() : null)
        .filter(number -> number.matches("\\d{1,9}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }
}
