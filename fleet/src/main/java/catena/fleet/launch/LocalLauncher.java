// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import java.io.IOException;

/** Starts workers as processes of this machine, with this process's own Java and class path. */
public final class LocalLauncher implements Launcher {
  /** The launcher. */
  public LocalLauncher() {}

  @Override
  public String name() {
    return "local";
  }

  @Override
  public String about() {
    return "processes of this machine";
  }

  @Override
  public Workers launch(LaunchRequest request) throws IOException {
    return new LocalWorkers(request).started();
  }

  @Override
  public Workers attach(LaunchRequest request, String handle) throws IOException {
    return new LocalWorkers(request).attach(handle);
  }
}
