// SPDX-License-Identifier: Apache-2.0
package catena.history;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.constraints.Constraint;

/**
 * Refuses the first write to the metadata table by which a tablet notes that it took a file of a
 * bulk import, as a server that dies or a network that breaks would. Whoever asks again succeeds.
 * No table of a user has the column family {@code loaded} with such a qualifier.
 */
public final class RefuseOnce implements Constraint {
  private static final short REFUSED = 4000;

  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  @Override
  public List<Short> check(Environment environment, Mutation mutation) {
    String row = new String(mutation.getRow(), StandardCharsets.UTF_8);
    for (ColumnUpdate update : mutation.getUpdates()) {
      String family = new String(update.getColumnFamily(), StandardCharsets.UTF_8);
      String file = new String(update.getColumnQualifier(), StandardCharsets.UTF_8);
      if (family.equals("loaded") && !update.isDeleted() && SEEN.add(row + " " + file)) {
        return List.of(REFUSED);
      }
    }
    return List.of();
  }

  @Override
  public String getViolationDescription(short code) {
    return "refused once, as the scenario history/4000 asks";
  }
}
