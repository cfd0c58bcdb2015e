// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.control.ClusterControl;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.words.UsageException;
import com.google.common.base.Joiner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What {@code catena cluster} can do. */
enum ClusterAction {
  START("started"),
  STOP("stopped"),
  STATUS("listed"),
  KILL("killed"),
  PAUSE("paused"),
  RESUME("resumed"),
  CUT("cut"),
  HEAL("healed"),
  SHELL("left");

  private final String past;

  ClusterAction(String past) {
    this.past = past;
  }

  String word() {
    return Texts.enumText(this);
  }

  String past() {
    return past;
  }

  /** The action that the first of the words on the command line names. */
  static ClusterAction of(List<String> words) {
    String first = words.isEmpty() ? "" : words.get(0);
    return Texts.find(ClusterAction.class, first)
        .orElseThrow(
            () ->
                new UsageException(
                    (first.isEmpty() ? "cluster needs a word" : "cluster cannot '" + first + "'")
                        + "; it can "
                        + Texts.words(ClusterAction.class).collect(Collectors.joining(", "))));
  }

  /**
   * The servers that words name, each an id or a role, in the order of start.
   *
   * @throws UsageException if a word names none of those that exist
   */
  static List<ServerId> servers(List<String> words, List<ServerId> existing) {
    TreeSet<ServerId> named = new TreeSet<>();
    List<String> problems = new ArrayList<>();
    for (String word : words) {
      List<ServerId> found = servers(word, existing);
      if (found.isEmpty()) {
        problems.add(
            "there is no server '" + word + "'; there are " + Joiner.on(", ").join(existing));
      }
      named.addAll(found);
    }
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return List.copyOf(named);
  }

  private static List<ServerId> servers(String word, List<ServerId> existing) {
    Optional<Role> role = Role.of(word);
    Optional<ServerId> id = ServerId.parse(word);
    return existing.stream()
        .filter(each -> Optional.of(each.role()).equals(role) || Optional.of(each).equals(id))
        .toList();
  }

  /** Does it to one server. */
  void perform(ClusterControl control, ServerId id) throws IOException, InterruptedException {
    switch (this) {
      case START -> control.start(id);
      case STOP -> control.stop(id);
      case KILL -> control.kill(id);
      case PAUSE -> control.pause(id);
      case RESUME -> control.resume(id);
      case STATUS, CUT, HEAL, SHELL ->
          throw new IllegalStateException(word() + " does nothing to a server");
    }
  }
}
