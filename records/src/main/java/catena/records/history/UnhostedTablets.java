// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.journal.Event;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;

/** Which tablets no server hosts now, from the events that record where they are hosted. */
public final class UnhostedTablets {
  private final Set<String> unhosted = new HashSet<>();
  private boolean known;

  /** No tablet is known yet. */
  public UnhostedTablets() {}

  /** Takes an event; one that is not about a tablet changes nothing. */
  public void accept(Event event) {
    if (event instanceof Event.TabletHosted hosted) {
      known = true;
      if (hosted.server().isPresent()) {
        unhosted.remove(hosted.tablet());
      } else {
        unhosted.add(hosted.tablet());
      }
    } else if (event instanceof Event.TabletGone gone) {
      unhosted.remove(gone.tablet());
    }
  }

  /** How many no server hosts; empty unless events recorded where tablets are hosted. */
  public OptionalInt number() {
    return known ? OptionalInt.of(unhosted.size()) : OptionalInt.empty();
  }
}
