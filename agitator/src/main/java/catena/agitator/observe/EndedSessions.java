// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.agitator.fault.ClusterUnderTest;
import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sessions of processes that have ended, which ZooKeeper keeps until they time out: a tserver
 * with a tablet in such a session does not serve it, though its lock is still there.
 *
 * <p>A session belongs to the process that was there, with the same pid, before and after the
 * observation that saw the session first. Without pids, only a fault's own proof shows it.
 */
final class EndedSessions {
  /** By session, the server whose process it is of, as it was then. */
  private final Map<Long, Server> owners = new HashMap<>();

  private final Map<Long, ServerId> ended = new HashMap<>();
  private Map<ServerId, Server> servers = Map.of();
  private List<ServerLocks.Lock> locks = List.of();

  /** These are known to have ended. */
  synchronized void add(Map<Long, ServerId> sessions) {
    ended.putAll(sessions);
  }

  /** Records an observation. */
  synchronized void see(Observation.Quick observation) {
    Map<ServerId, Server> now = new HashMap<>();
    observation.servers().forEach(server -> now.put(server.id(), server));
    now.values().forEach(this::learn);
    owners.forEach(
        (session, owner) -> {
          Server server = now.get(owner.id());
          if (server != null && !ClusterUnderTest.isPid(server, owner.pid().orElse(-1))) {
            ended.put(session, owner.id());
          }
        });
    servers = now;
    locks = observation.locks().orElse(List.of());
    if (observation.locks().isPresent()) {
      Set<Long> there = observation.sessions().get();
      owners.keySet().retainAll(there);
      ended.keySet().retainAll(there); // a session that is gone never comes back
    }
  }

  /** The previous observation's locks are the process's that ran then and runs now. */
  private void learn(Server server) {
    Server before = servers.get(server.id());
    if (before == null || server.pid().isEmpty() || !before.state().alive()) {
      return;
    }
    long pid = server.pid().getAsLong();
    if (ClusterUnderTest.isPid(before, pid) && ClusterUnderTest.isPid(server, pid)) {
      for (ServerLocks.Lock lock : locks) {
        if (ClusterUnderTest.isOf(lock, server)) {
          owners.putIfAbsent(lock.session(), server);
        }
      }
    }
  }

  /** Those that were not seen to be gone, with whose they were. */
  synchronized Map<Long, ServerId> all() {
    return Map.copyOf(ended);
  }
}
