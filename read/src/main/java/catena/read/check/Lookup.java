// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Entry;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads some rows again, whatever the scan saw of them. */
@FunctionalInterface
public interface Lookup {
  /**
   * What the table returns now.
   *
   * @param rows the bytes of the rows, as ISO-8859-1 text
   * @return what each row holds; rows that hold nothing may be left out
   */
  Map<String, List<Entry>> rows(Collection<String> rows) throws Exception;
}
