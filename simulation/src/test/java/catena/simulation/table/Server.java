// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import java.util.ArrayList;
import java.util.List;

/** A tablet server: whether it answers, and what waits in its sockets. */
public final class Server {
  private final int number;
  private final long skewMillis;
  private final List<Call> socket = new ArrayList<>();
  private int lives;
  private boolean paused;
  private int refusals;

  Server(int number, long skewMillis) {
    this.number = number;
    this.skewMillis = skewMillis;
  }

  int number() {
    return number;
  }

  /** How far its clock is off. */
  long skewMillis() {
    return skewMillis;
  }

  List<Call> socket() {
    return socket;
  }

  /** Whether it answers no client until it goes on. */
  public boolean isPaused() {
    return paused;
  }

  void pause() {
    paused = true;
  }

  /** Ends a pause, if there is one. */
  public void goOn() {
    paused = false;
  }

  /** Refuses so many calls, as a server that holds commits for too long. */
  void refuse(int calls) {
    refusals += calls;
  }

  boolean takesRefusal() {
    if (refusals == 0) {
      return false;
    }
    refusals--;
    return true;
  }

  /** Dies, with all that waits in its sockets, and is there again with another life. */
  void die() {
    lives++;
    paused = false;
    refusals = 0;
    socket.forEach(call -> call.become(Call.State.LOST));
    socket.clear();
  }

  /** How often it has died. */
  int lives() {
    return lives;
  }
}
