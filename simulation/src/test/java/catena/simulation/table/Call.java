// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import java.util.List;

/** Mutations on their way to a server, or in its socket, and what became of them. */
public final class Call {
  /** How far it has come. */
  public enum State {
    /** The server has not read it. */
    WAITING,
    /** The server applies it. */
    APPLYING,
    /** All that the server hosts is applied; the rest is in {@link #rest}. */
    ANSWERED,
    /** The server refused it as a whole. */
    REFUSED,
    /** The server died with it: whoever sent it has to send it again. */
    LOST
  }

  private final List<Cell> cells;
  private final int server;
  private State state = State.WAITING;
  private List<Cell> rest = List.of();
  private boolean abandoned;

  Call(List<Cell> cells, int server) {
    this.cells = List.copyOf(cells);
    this.server = server;
  }

  /** All mutations of the call, applied or not. */
  public List<Cell> cells() {
    return cells;
  }

  /** The number of the server that it was sent to. */
  public int server() {
    return server;
  }

  /** How far it has come. */
  public State state() {
    return state;
  }

  void become(State next) {
    state = next;
  }

  boolean isOpen() {
    return state == State.WAITING || state == State.APPLYING;
  }

  /** Answers; what the server does not host any more is to be sent to another. */
  void answer(List<Cell> notHosted) {
    rest = List.copyOf(notHosted);
    state = State.ANSWERED;
  }

  /** What the server did not host, to be sent to another; of meaning once it is answered. */
  public List<Cell> rest() {
    return rest;
  }

  /** The client does not wait for it any more, or is dead. */
  public void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }
}
