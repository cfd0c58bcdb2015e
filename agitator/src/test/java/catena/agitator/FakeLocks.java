// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Locks that are what a test says; as long as it has said nothing, ZooKeeper does not answer. */
public final class FakeLocks implements BlockingSupplier<List<ServerLocks.Lock>> {
  private final List<ServerLocks.Lock> all = new ArrayList<>();
  private boolean answers;

  /** This lock is held in a session. */
  public synchronized FakeLocks hold(Role role, int port, long session) {
    return add(role, port, session, true);
  }

  /** This lock is waited for in a session. */
  public synchronized FakeLocks await(Role role, int port, long session) {
    return add(role, port, session, false);
  }

  private FakeLocks add(Role role, int port, long session, boolean held) {
    answers = true;
    all.add(new ServerLocks.Lock(role, HostAndPort.fromParts("127.0.0.1", port), session, held));
    return this;
  }

  /** A session has ended. */
  public synchronized FakeLocks end(long session) {
    all.removeIf(lock -> lock.session() == session);
    return this;
  }

  @Override
  public synchronized List<ServerLocks.Lock> get() throws IOException {
    if (!answers) {
      throw new IOException("ZooKeeper does not answer");
    }
    return List.copyOf(all);
  }
}
