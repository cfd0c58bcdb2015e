package catena.cluster.spec;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One server of a cluster, as it was when the cluster was asked.
 *
 * @param id its name
 * @param state what has become of it
 * @param pid its process, if there is one
 * @param host the address it listens on
 * @param ports the ports it listens on, by name, sorted; empty when there is no process
 * @param since when its process was started, if there is one
 * @param log its own log
 */
public record Server(
    ServerId id,
    ServerState state,
    OptionalLong pid,
    String host,
    Map<String, Integer> ports,
    Optional<Instant> since,
    Path log) {}
