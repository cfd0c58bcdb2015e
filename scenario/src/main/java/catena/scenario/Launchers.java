// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.fleet.launch.KubernetesLauncher;
import catena.fleet.launch.Launcher;
import catena.fleet.launch.LocalLauncher;
import catena.fleet.launch.SshLauncher;
import catena.fleet.launch.YarnLauncher;
import catena.records.settings.Setting;
import catena.records.words.Nearest;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All launchers of workers. */
public final class Launchers {
  /** The value for workers that are started otherwise, by hand or by systemd. */
  public static final String NONE = "none";

  /** All launchers. */
  private static final List<Launcher> ALL =
      List.of(new LocalLauncher(), new SshLauncher(), new YarnLauncher(), new KubernetesLauncher());

  private Launchers() {}

  /** The settings that they read. */
  public static List<Setting<?>> settings() {
    return ALL.stream().<Setting<?>>flatMap(each -> each.settings().stream()).distinct().toList();
  }

  /** The values of {@code --launch}. */
  public static List<String> words() {
    return Stream.concat(ALL.stream().map(Launcher::name), Stream.of(NONE)).toList();
  }

  /**
   * The launcher of a name; empty for workers that are started otherwise.
   *
   * @throws UsageException if there is none
   */
  public static Optional<Launcher> of(String word) {
    if (word.equals(NONE)) {
      return Optional.empty();
    }
    return Optional.of(
        ALL.stream()
            .filter(each -> each.name().equals(word))
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "--launch %s: there is no such engine%s; write one of %s"
                            .formatted(
                                word, Nearest.hint(word, words()), String.join(", ", words())))));
  }
}
