package catena.harness.fleet;

import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PartOutcome;
import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far the coordinator of a fleet has come, so that another one can go on; {@code
 * fleet-progress.json}.
 *
 * @param handle by which the engine finds the workers that it started; empty before
 * @param phases those that are over, in their order
 */
public record FleetProgress(String handle, List<Done> phases) {
  /** None. */
  public static final FleetProgress NONE = new FleetProgress("", List.of());

  /**
   * A phase that is over.
   *
   * @param parts what each of its parts came to, in their order; none if it was left out
   * @param leftOut why it was left out; empty if it was not
   * @param tookMillis how long it took
   */
  public record Done(List<PartOutcome> parts, String leftOut, long tookMillis) {
    /** Copies the parts. */
    public Done {
      parts = parts == null ? List.of() : List.copyOf(parts);
      leftOut = leftOut == null ? "" : leftOut;
    }
  }

  /** Copies the phases. */
  public FleetProgress {
    handle = handle == null ? "" : handle;
    phases = phases == null ? List.of() : List.copyOf(phases);
  }

  /** The same with one phase more. */
  public FleetProgress and(Done next) {
    List<Done> all = new ArrayList<>(phases);
    all.add(next);
    return new FleetProgress(handle, all);
  }

  /** The same where the workers are found otherwise. */
  public FleetProgress at(String otherHandle) {
    return new FleetProgress(otherHandle, phases);
  }

  /** Writes it. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.fleetProgress(),
        Json.LINES.writeValueAsBytes(this),
        "how far the coordinator has come");
  }

  /**
   * That of a run directory.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public static FleetProgress read(RunDirectory directory) throws IOException {
    Optional<byte[]> content = directory.read(directory.fleetProgress());
    try {
      return content.isEmpty() ? NONE : Json.LINES.readValue(content.get(), FleetProgress.class);
    } catch (JacksonException e) {
      throw new IOException(
          directory.display(directory.fleetProgress()) + " is damaged: " + e.getOriginalMessage(),
          e);
    }
  }
}
