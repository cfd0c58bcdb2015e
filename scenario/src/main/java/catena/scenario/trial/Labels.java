// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.UserLabels;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.security.Authorizations;

/**
 * The authorizations that the self-test reads with, which the user is lent where it may be.
 *
 * @param lent whether the user has them
 * @param before what the user had before, where it was given more
 */
record Labels(AccumuloClient client, boolean lent, Optional<Authorizations> before)
    implements Closeable {
  /** What nodes are visible to: every user, those with one label, those with two others. */
  static final List<String> VISIBILITIES = List.of("", "catena_a", "catena_b&catena_c");

  private static final List<String> ALL = List.of("catena_a", "catena_b", "catena_c");

  /** Grants the user the missing authorizations, until this is closed. */
  static Labels borrow(AccumuloClient client) throws AccumuloException, AccumuloSecurityException {
    UserLabels user = new UserLabels(client);
    Authorizations before = client.securityOperations().getUserAuthorizations(client.whoami());
    if (user.missing(ALL).isEmpty()) {
      return new Labels(client, true, Optional.empty());
    }
    return user.grant(ALL)
        ? new Labels(client, true, Optional.of(before))
        : new Labels(client, false, Optional.empty());
  }

  /** Why the user does not have them. */
  String why() {
    return "user %s has not the authorizations %s, and may not grant them itself; selftest.without=%s says that this is as it should be"
        .formatted(client.whoami(), String.join(",", ALL), Bench.LABELS);
  }

  /** Gives the user the authorizations that it had before. */
  @Override
  public void close() throws IOException {
    if (before.isPresent()) {
      try {
        client.securityOperations().changeUserAuthorizations(client.whoami(), before.get());
      } catch (AccumuloException | AccumuloSecurityException e) {
        throw new IOException(
            "user %s was not set back to the authorizations %s: %s"
                .formatted(client.whoami(), before.get(), e.getMessage()),
            e);
      }
    }
  }
}
