// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.journal.Event;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;

/** Which tablets nobody hosts now, from the events of whoever records where they are hosted. */
public final class UnhostedTablets {
  private final Set<String> unhosted = new HashSet<>();
  private boolean told;

  /** Nobody has told of any tablet. */
  public UnhostedTablets() {}

  /** Takes an event; one that tells of no tablet changes nothing. */
  public void accept(Event event) {
    if (event instanceof Event.TabletHosted hosted) {
      told = true;
      if (hosted.server().isPresent()) {
        unhosted.remove(hosted.tablet());
      } else {
        unhosted.add(hosted.tablet());
      }
    } else if (event instanceof Event.TabletGone gone) {
      unhosted.remove(gone.tablet());
    }
  }

  /** How many nobody hosts; empty unless somebody tells where tablets are hosted. */
  public OptionalInt number() {
    return told ? OptionalInt.of(unhosted.size()) : OptionalInt.empty();
  }
}
