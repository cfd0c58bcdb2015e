// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import catena.cluster.spec.RoleSpec;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands that act on the servers of a cluster, as a properties file has them.
 *
 * <p>{@code hosts.ROLE} names the hosts: a list, a file with one a line, or {@code accumulo} for
 * those that hold a lock. {@code ROLE.ACTION}, or {@code any.ACTION}, is a command for the shell.
 * In it <code>{host}</code>, <code>{port}</code>, <code>{role}</code>, <code>{server}</code> and
 * <code>{number}</code> stand for the server's own, and any other <code>{name}</code> for the
 * property {@code name.ROLE}, or {@code name}. {@code port.ROLE}, {@code log.ROLE}, {@code
 * replication} and {@code limit} replace the defaults.
 */
final class CommandFile {
  /** What can be done to a server, or asked of it. */
  enum Action {
    START,
    STOP,
    KILL,
    PAUSE,
    RESUME,
    /** Prints running, paused, dead or stopped; without it an open port means running. */
    STATE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?");
  private static final Pattern PLACE = Pattern.compile("\\{([a-z][a-z.-]*)\\}");
  private static final List<Action> NEEDED = List.of(Action.START, Action.STOP, Action.KILL);
  private static final String ACCUMULO = "accumulo";
  private static final int LAST_PORT = 65_535;

  private final Path file;
  private final SortedMap<String, String> values = new TreeMap<>();
  private final Map<Role, Optional<List<String>>> hosts = new EnumMap<>(Role.class);
  private final Problems problems = new Problems();

  private CommandFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws UsageException with all that is wrong with it
   */
  static CommandFile read(Path file) {
    CommandFile commands = new CommandFile(file);
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Properties properties = new Properties();
      properties.load(in);
      properties.forEach(
          (key, value) -> commands.values.put(key.toString(), value.toString().strip()));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "The commands in " + file + " cannot be read (" + Reasons.of(e) + ")");
    }
    commands.check();
    commands.problems.throwIfAny();
    return commands;
  }

  private void check() {
    values.forEach(this::checkKey);
    for (Role role : roles()) {
      for (Action action : NEEDED) {
        problems.unless(
            template(role, action).isPresent(),
            "%s: there is no %s.%s and no any.%s"
                .formatted(file, role.word(), action.word(), action.word()));
      }
      for (Action action : Action.values()) {
        template(role, action).ifPresent(template -> checkPlaces(role, template));
      }
    }
    problems.unless(!roles().isEmpty(), file + ": name some hosts, such as hosts.tserver=accumulo");
    problems.call(this::limit);
    problems.call(this::replication);
    roles().forEach(role -> problems.call(() -> port(role)));
  }

  private void checkKey(String key, String value) {
    int dot = key.indexOf('.');
    String first = dot < 0 ? key : key.substring(0, dot);
    String rest = dot < 0 ? "" : key.substring(dot + 1);
    boolean action = Texts.find(Action.class, rest).isPresent();
    if (first.equals("hosts")) {
      Role.of(rest)
          .ifPresentOrElse(
              role -> addHosts(role, value),
              () -> problems.add(file + ": " + key + ": there is no role '" + rest + "'"));
    } else if (action && !first.equals("any") && Role.of(first).isEmpty()) {
      problems.add(
          file + ": " + key + ": there is no role '" + first + "'; roles are any, " + Role.words());
    } else if (Role.of(first).isPresent() && !action) {
      problems.add(
          "%s: %s: a role can %s"
              .formatted(file, key, Arrays.toString(Action.values()).toLowerCase(Locale.ROOT)));
    }
  }

  private void addHosts(Role role, String value) {
    if (value.equals(ACCUMULO)) {
      problems.unless(
          role.stack() == Role.Stack.ACCUMULO,
          file + ": hosts." + role.word() + ": Accumulo knows its own servers only; name a file");
      hosts.put(role, Optional.empty());
      return;
    }
    Path list = file.toAbsolutePath().resolveSibling(value);
    List<String> named = new ArrayList<>();
    try {
      List<String> lines =
          Files.isRegularFile(list)
              ? Files.readAllLines(list)
              : Arrays.asList(value.split("[,\\s]+", -1));
      lines.stream()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .forEach(named::add);
    } catch (IOException e) {
      problems.add(file + ": hosts." + role.word() + ": " + list + " cannot be read");
    }
    named.stream()
        .filter(host -> !isHost(host))
        .forEach(host -> problems.add(file + ": '" + host + "' is no host"));
    Set<String> once = new HashSet<>();
    named.stream()
        .filter(host -> !once.add(host))
        .forEach(
            host -> problems.add(file + ": hosts." + role.word() + " names " + host + " twice"));
    problems.unless(!named.isEmpty(), file + ": hosts." + role.word() + " names no host");
    hosts.put(role, Optional.of(named));
  }

  private static boolean isHost(String text) {
    try {
      return HOST.matcher(text).matches() && !HostAndPort.fromString(text).getHost().isEmpty();
    } catch (IllegalArgumentException e) {
      return false; // No port has such a number.
    }
  }

  private void checkPlaces(Role role, String template) {
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      String name = place.group(1);
      boolean known =
          List.of("host", "port", "role", "server", "number").contains(name)
              || value(name, role).isPresent();
      problems.unless(
          known, file + ": {" + name + "} needs a property " + name + "." + role.word());
    }
  }

  /** The roles whose hosts are named or asked for. */
  List<Role> roles() {
    return List.copyOf(hosts.keySet());
  }

  /** The hosts of a role; empty if Accumulo must be asked. */
  Optional<List<String>> hosts(Role role) {
    return hosts.getOrDefault(role, Optional.empty());
  }

  /** The command for a server, if there is one. */
  Optional<String> command(Action action, ServerId id, String host, int port) {
    return template(id.role(), action)
        .map(
            template ->
                PLACE
                    .matcher(template)
                    .replaceAll(
                        place -> Matcher.quoteReplacement(fill(place.group(1), id, host, port))));
  }

  private String fill(String name, ServerId id, String host, int port) {
    return switch (name) {
      case "host" -> host;
      case "port" -> Integer.toString(port);
      case "role" -> id.role().word();
      case "server" -> id.toString();
      case "number" -> Integer.toString(id.number());
      default -> value(name, id.role()).orElseThrow();
    };
  }

  private Optional<String> template(Role role, Action action) {
    return Optional.ofNullable(values.get(role.word() + "." + action.word()))
        .or(() -> Optional.ofNullable(values.get("any." + action.word())))
        .filter(template -> !template.isBlank());
  }

  private Optional<String> value(String name, Role role) {
    return Optional.ofNullable(values.get(name + "." + role.word()))
        .or(() -> Optional.ofNullable(values.get(name)));
  }

  /** Where a server of a role listens unless its host has another port. */
  int port(Role role) {
    return value("port", role)
        .map(text -> portNumber("port." + role.word(), text))
        .orElseGet(RoleSpec.of(role)::usualPort);
  }

  /** Where a server's log is, for people. */
  String log(ServerId id, String host) {
    return value("log", id.role()).map(path -> host + "/" + path).orElse("that of " + host);
  }

  int replication() {
    return Optional.ofNullable(values.get("replication"))
        .map(text -> number("replication", text))
        .orElse(3);
  }

  /** How long a command, and then the server's answer, may take. */
  Duration limit() {
    try {
      return Texts.parseDuration(values.getOrDefault("limit", "60s"));
    } catch (IllegalArgumentException e) {
      throw new UsageException(file + ": limit: " + e.getMessage());
    }
  }

  private int portNumber(String key, String text) {
    int port = number(key, text);
    if (port < 1 || port > LAST_PORT) {
      throw new UsageException(file + ": " + key + " must be 1 to " + LAST_PORT + ", not " + port);
    }
    return port;
  }

  private int number(String key, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UsageException(file + ": " + key + " must be a number, not '" + text + "'");
    }
  }
}
