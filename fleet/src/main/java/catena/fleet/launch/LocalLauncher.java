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
    LocalWorkers workers = new LocalWorkers(request);
    try {
      for (int slot = 0; slot < request.workers(); slot++) {
        workers.start(slot, 1);
      }
      return workers;
    } catch (IOException | RuntimeException e) {
      workers.close();
      throw e;
    }
  }

  @Override
  public Workers attach(LaunchRequest request, String handle) throws IOException {
    LocalWorkers workers = new LocalWorkers(request);
    workers.attach(handle);
    return workers;
  }
}
