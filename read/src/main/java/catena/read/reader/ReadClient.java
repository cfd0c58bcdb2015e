// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.harness.client.Client;
import catena.records.journal.Event;
import java.time.Clock;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Runs a reader as a client, and puts trouble in words. Only a read that a stop broke off is none:
 * whatever goes wrong while rows are judged is a doubt, also then.
 */
final class ReadClient implements Client {
  private final ReaderContext seat;
  private final ReadPhase.Reader reader;
  private final String operations;
  private final Consumer<Event> events;
  private final Clock clock;
  private boolean begun;
  private String reason = "done";

  ReadClient(
      ReaderContext seat,
      ReadPhase.Reader reader,
      String operations,
      Consumer<Event> events,
      Clock clock) {
    this.seat = seat;
    this.reader = reader;
    this.operations = operations;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public String name() {
    return seat.client();
  }

  @Override
  public boolean step() throws Exception {
    if (!begun) {
      begun = true;
      events.accept(new Event.ClientStarted(clock.millis(), name(), operations));
    }
    try {
      boolean more = reader.isReady() && read();
      if (!more && !seat.stop().asked()) {
        seat.turns().over();
      }
      return more;
    } catch (ReadStopped e) {
      return false;
    } catch (Exception e) {
      throw failure(e);
    }
  }

  /** One operation, when its turn has come; none if there is no turn any more. */
  private boolean read() throws Exception {
    OptionalLong due = seat.turns().next();
    return due.isPresent() && reader.read(due.getAsLong());
  }

  private ReadFailure failure(Exception e) {
    if (e instanceof ReadFailure told) {
      reason = told.getMessage();
      return told;
    }
    reason = ReadTrouble.inWords(seat.target().table(), e);
    return new ReadFailure(reason, e);
  }

  @Override
  public void close() throws Exception {
    try {
      reader.close();
    } catch (ReadStopped e) {
      // what is read in advance owes nothing before it has come
    } catch (Exception e) {
      throw failure(e);
    } finally {
      String why = reason.equals("done") ? seat.stop().reason().orElse(reason) : reason;
      events.accept(new Event.ClientStopped(clock.millis(), name(), why));
    }
  }
}
