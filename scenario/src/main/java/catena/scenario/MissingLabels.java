package catena.scenario;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.UserLabels;
import catena.harness.command.Terminal;
import catena.read.check.AuthorizationFile;
import catena.records.words.UsageException;
import catena.scenario.Scenario.Part;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;

/** The authorizations that the parts of a run read with: the user needs them before it begins. */
final class MissingLabels {
  private MissingLabels() {}

  /**
   * Sees to it that the user has them.
   *
   * @throws UsageException with those that it has not and may not grant itself
   */
  static void grant(
      Connection connection, List<Part> parts, PhaseSettings settings, Terminal terminal)
      throws AccumuloException, AccumuloSecurityException {
    UserLabels user = new UserLabels(connection.client());
    Set<String> asked = new TreeSet<>();
    for (Part part : parts) {
      asked.addAll(AuthorizationFile.labels(part.activity().authorizations(settings.of(part))));
    }
    Set<String> missing = user.missing(asked);
    if (missing.isEmpty()) {
      return;
    }
    String who = connection.client().whoami();
    if (!user.grant(missing)) {
      throw new UsageException(
          "User %s has not the authorizations %s that this run reads with, and may not grant them itself: have them granted (setauths), or leave them out of read.auths and verify.auths"
              .formatted(who, missing));
    }
    terminal.note("granted user %s the authorizations %s".formatted(who, missing));
  }
}
