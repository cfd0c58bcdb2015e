// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.harness.instance.Tablet;
import catena.harness.instance.Tablet.Location;
import catena.harness.instance.Tablets;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.io.Text;

/**
 * A row that lies, or would lie, in a tablet, and the tserver that held this.
 *
 * @param row the tablet's last row; for a table's last tablet one behind all others
 * @param held the tserver that the tablet was given to
 */
public record HeldRow(Text row, Location held) {
  /**
   * A row of each of some tablets of a table.
   *
   * @param by chooses the tablets by the server that they were given to
   * @param most so many at most, spread over the table
   */
  static List<HeldRow> of(Tablets tablets, String tableId, Predicate<Location> by, int most) {
    Tablets table = tablets.of(List.of(tableId));
    Text behind = behind(table);
    List<HeldRow> all = new ArrayList<>();
    for (Tablet tablet : table.all()) {
      Optional<Location> held = tablet.location().filter(by);
      held.ifPresent(
          location -> all.add(new HeldRow(tablet.name().lastRow().orElse(behind), location)));
    }
    int step = Math.max(1, (all.size() + most - 1) / most);
    return Lists.partition(all, step).stream().map(part -> part.get(0)).toList();
  }

  /** The first row behind the last row of all tablets but the last. */
  private static Text behind(Tablets table) {
    Text behind =
        table.all().stream()
            .flatMap(tablet -> tablet.name().lastRow().stream())
            .max(Comparator.naturalOrder())
            .map(Text::new)
            .orElseGet(Text::new);
    behind.append(new byte[1], 0, 1);
    return behind;
  }
}
