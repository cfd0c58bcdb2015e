// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.UserLabels;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;

/**
 * The authorizations that the self-test reads with, which the user is lent where it may be.
 *
 * @param lent whether the user has them
 * @param borrowed which it is given until this is closed
 */
record Labels(AccumuloClient client, boolean lent, Set<String> borrowed) implements Closeable {
  /** What nodes are visible to: every user, those with one label, those with two others. */
  static final List<String> VISIBILITIES = List.of("", "catena_a", "catena_b&catena_c");

  private static final List<String> ALL = List.of("catena_a", "catena_b", "catena_c");

  /** Grants the user the missing authorizations, until this is closed. */
  static Labels borrow(AccumuloClient client) throws AccumuloException, AccumuloSecurityException {
    UserLabels user = new UserLabels(client);
    Set<String> missing = user.missing(ALL);
    boolean lent = missing.isEmpty() || user.grant(ALL);
    return new Labels(client, lent, lent ? missing : Set.of());
  }

  /** Why the user does not have them. */
  String why() {
    return "user %s has not the authorizations %s, and may not grant them itself; selftest.without=%s says that this is as it should be"
        .formatted(client.whoami(), String.join(",", ALL), Bench.LABELS);
  }

  /** Takes back what the user was given, and nothing that it has been granted meanwhile. */
  @Override
  public void close() throws IOException {
    if (!borrowed.isEmpty()) {
      try {
        new UserLabels(client).revoke(borrowed);
      } catch (AccumuloException | AccumuloSecurityException e) {
        throw new IOException(
            "the authorizations %s were not taken back from user %s: %s"
                .formatted(String.join(",", borrowed), client.whoami(), e.getMessage()),
            e);
      }
    }
  }
}
