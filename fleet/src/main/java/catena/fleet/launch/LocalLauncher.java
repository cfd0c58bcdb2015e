// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import java.io.IOException;

/** Starts workers as processes of this machine, with this process's own Java and class path. */
public sealed class LocalLauncher implements Launcher permits SshLauncher {
  @Override
  public String name() {
    return "local";
  }

  /** The workers of a request, of which none is started yet. */
  LocalWorkers workers(LaunchRequest request) {
    return new LocalWorkers(request);
  }

  @Override
  public final Workers launch(LaunchRequest request) throws IOException {
    return workers(request).started();
  }

  @Override
  public final Workers attach(LaunchRequest request, String handle) throws IOException {
    return workers(request).attach(handle);
  }
}
