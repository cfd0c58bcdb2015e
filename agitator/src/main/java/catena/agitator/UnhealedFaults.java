// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The faults that are not healed yet, written down before each is done, so that another process can
 * heal what an agitator left that died.
 *
 * <p>The same file lies at every place given: the run's directory, and the cluster's, where a
 * process that knows only the cluster finds it.
 */
public final class UnhealedFaults {
  private final OpenFaults own;

  /** The directories with a file of them. */
  private final List<RunDirectory> places = new ArrayList<>();

  private final Map<Integer, InjectedFault> open = new LinkedHashMap<>();

  /** The open faults of one agitator; the places are directories that are there. */
  public UnhealedFaults(Collection<Path> places) throws IOException {
    this(places, OpenFaults.none());
  }

  private UnhealedFaults(Collection<Path> places, OpenFaults own) throws IOException {
    this.own = own;
    for (Path place : places) {
      this.places.add(OpenFaults.place(place));
    }
  }

  /**
   * The same, with the run and the agitator in the file.
   *
   * @param run the directory of the agitator's run, a place itself where it is not this machine's
   * @param client under which it writes its journal
   */
  static UnhealedFaults of(RunDirectory run, String client, Collection<Path> places)
      throws IOException {
    OpenFaults own = new OpenFaults(Optional.of(run.display()), Optional.of(client), List.of());
    UnhealedFaults faults = new UnhealedFaults(places, own);
    if (run.local().isEmpty()) {
      faults.places.add(run);
    }
    return faults;
  }

  /**
   * Writes down that a fault is about to be done.
   *
   * @throws IOException if it cannot be written at every place; it is then open at none that can be
   *     written
   */
  public synchronized void add(InjectedFault injected) throws IOException {
    open.put(injected.id(), injected);
    try {
      write();
    } catch (IOException e) {
      try {
        remove(injected);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /** Writes down that a fault is healed. */
  public synchronized void remove(InjectedFault injected) throws IOException {
    open.remove(injected.id());
    write();
  }

  /** Writes every place that can be written; then throws if one cannot. */
  private void write() throws IOException {
    OpenFaults now = own.with(List.copyOf(open.values()));
    List<IOException> failures = new ArrayList<>();
    for (RunDirectory place : places) {
      try {
        now.writeTo(place);
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }
}
