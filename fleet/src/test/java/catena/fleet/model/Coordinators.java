// SPDX-License-Identifier: Apache-2.0
package catena.fleet.model;

import static catena.fleet.model.Invariant.ENGINE_OF_ONE;
import static catena.fleet.model.Invariant.GO_ONCE;
import static catena.fleet.model.Invariant.NO_DOUBT_LOST;
import static catena.fleet.model.Invariant.ONE_VERDICT;
import static catena.fleet.model.Invariant.ORDERS_OF_ONE;
import static catena.fleet.model.Invariant.PARTS_OF_ONE;
import static catena.fleet.model.Invariant.RESULT_STAYS;
import static catena.fleet.model.Invariant.RIGHT_TO_THE_VERDICT;

import java.util.Arrays;
import java.util.Set;

/**
 * Two coordinators of one run of three phases, of which the workers do the first and the last. A
 * pause is a process that makes no step; sessions end, a process is cut off from ZooKeeper, or is
 * killed and started again.
 */
final class Coordinators implements Search.Model {
  private static final int PHASES = 3;
  private static final int OWN_PHASE = 1;
  private static final int TERMS = 8;

  // ZooKeeper: who has the right (0: none), and the node of the order
  private static final int HOLDER = 0;
  private static final int NODES = 1;
  private static final int TERM = 2;
  private static final int GENERATION = 3;
  private static final int PHASE = 4;
  private static final int STATE = 5;
  private static final int CONCLUDED = 6;
  private static final int COUNTED = 7; // of each phase
  // files: 0 is none, 1 is right or PASS, 2 is a doubt or UNKNOWN
  private static final int RESULT = COUNTED + PHASES; // of each phase and term
  private static final int SHARE = RESULT + PHASES * TERMS; // of each generation
  private static final int VERDICT_OF = SHARE + TERMS; // of each term
  private static final int VERDICT = VERDICT_OF + TERMS;
  private static final int VERDICT_TERM = VERDICT + 1;
  // the workers as one, what is true, and how much has gone wrong
  private static final int WORKER = VERDICT_TERM + 1;
  private static final int WORKER_GENERATION = WORKER + 1;
  private static final int WENT = WORKER_GENERATION + 1;
  private static final int DOUBTED = WENT + 1;
  private static final int FAULTS = DOUBTED + 1;
  // each coordinator
  private static final int FIRST = FAULTS + 1;
  private static final int PC = 0;
  private static final int INDEX = 1;
  private static final int MY_TERM = 2;
  private static final int MY_GENERATION = 3;
  private static final int OUTCOME = 4;
  private static final int MY_DOUBT = 5;
  private static final int CUT = 6;
  private static final int OLD = 7; // two thirds of its session are over, since all of it is
  private static final int LATE = 8;
  private static final int EACH = 9;

  private enum Ordered {
    WAIT,
    PREPARE,
    GO,
    END,
    OVER
  }

  private enum Worker {
    IDLE,
    READY,
    RUNNING
  }

  private enum Pc {
    OFF,
    CLAIMED,
    READS,
    NEXT,
    PREPARING,
    GOING,
    ENDED,
    OWN,
    ACTS,
    WRITES,
    COUNTS,
    RELEASES,
    ENGINE,
    YIELDS,
    JUDGES,
    CONCLUDES,
    PUBLISHES,
    GIVES_BACK,
    GONE
  }

  private static final Pc[] PCS = Pc.values();
  private static final Ordered[] STATES = Ordered.values();

  private final Set<Rule> rules;
  private final int most;

  /** With so many sessions that end, cuts and kills, at most. */
  Coordinators(Set<Rule> rules, int most) {
    this.rules = rules;
    this.most = most;
  }

  @Override
  public byte[] first() {
    byte[] s = new byte[FIRST + 2 * EACH];
    s[HOLDER] = 1;
    s[NODES] = 1;
    s[TERM] = 1;
    s[PHASE] = -1;
    s[FIRST + PC] = Search.number(Pc.NEXT);
    s[FIRST + MY_TERM] = 1;
    return s;
  }

  @Override
  public boolean isEnd(byte[] s) {
    return s[VERDICT] != 0;
  }

  @Override
  public void steps(byte[] s, Search.Steps out) {
    worker(s, out);
    for (int who = 1; who <= 2; who++) {
      new One(s, who, out).steps();
    }
  }

  private void worker(byte[] s, Search.Steps out) {
    boolean newer = s[GENERATION] > s[WORKER_GENERATION];
    Ordered state = STATES[s[STATE]];
    byte[] t = s.clone();
    if (s[WORKER] == Search.number(Worker.RUNNING)) {
      t[WORKER] = Search.number(Worker.IDLE);
      t[SHARE + s[WORKER_GENERATION]] = 1;
      out.to("the worker ", "is done, in order", t);
      if (s[DOUBTED] == 0) {
        t = t.clone();
        t[SHARE + s[WORKER_GENERATION]] = 2;
        t[DOUBTED] = 1;
        out.to("the worker ", "is done, with a doubt", t);
      }
    } else if (newer && state == Ordered.PREPARE) {
      t[WORKER] = Search.number(Worker.READY);
      t[WORKER_GENERATION] = s[GENERATION];
      out.to("the worker ", "is ready", t);
    } else if (s[WORKER] == Search.number(Worker.READY) && !newer && state == Ordered.GO) {
      t[WORKER] = Search.number(Worker.RUNNING);
      out.to("the worker ", "begins", t);
    }
  }

  /** The steps of one of the two. */
  private final class One {
    private final byte[] s;
    private final int who;
    private final int me;
    private final int other;
    private final Pc pc;
    private final String name;
    private final Search.Steps out;

    One(byte[] s, int who, Search.Steps out) {
      this.s = s;
      this.who = who;
      this.me = FIRST + (who - 1) * EACH;
      this.other = FIRST + (2 - who) * EACH;
      this.pc = PCS[s[me + PC]];
      this.name = who == 1 ? "A " : "B ";
      this.out = out;
    }

    private boolean has(Rule rule) {
      return rules.contains(rule);
    }

    private byte[] at(Pc next) {
      byte[] t = s.clone();
      if (next == Pc.GONE) { // what it knows matters no more
        Arrays.fill(t, me, me + EACH, (byte) 0);
        t[HOLDER] = s[HOLDER] == who ? 0 : s[HOLDER]; // its session ends with it
      }
      t[me + PC] = Search.number(next);
      return t;
    }

    private void to(String words, byte[] t) {
      out.to(name, words, t);
    }

    private boolean isOthers() {
      return s[HOLDER] == 3 - who;
    }

    private boolean isCut() {
      return s[me + CUT] != 0;
    }

    void steps() {
      if (s[HOLDER] == who) {
        sessionEnds();
      }
      if (pc == Pc.OFF) {
        claim();
      } else if (pc != Pc.GONE) {
        faults();
        notices();
        goesOn();
      }
    }

    private void sessionEnds() {
      byte[] t = s.clone();
      t[HOLDER] = 0;
      if (pc == Pc.OFF) {
        to("was killed: its session ends", t);
      } else if (s[FAULTS] < most) {
        t[FAULTS]++;
        t[me + OLD] = 1;
        out.fault(name, "loses its session", t);
      }
    }

    private void faults() {
      byte[] t = s.clone();
      t[me + CUT] = (byte) (isCut() ? 0 : 1);
      if (isCut()) {
        to("reaches ZooKeeper again", t);
      } else if (s[FAULTS] < most) {
        t[FAULTS]++;
        out.fault(name, "is cut off", t);
      }
      if (s[FAULTS] < most) {
        byte[] killed = s.clone();
        Arrays.fill(killed, me, me + EACH, (byte) 0);
        killed[FAULTS]++;
        out.fault(name, "is killed", killed);
      }
    }

    /** Whoever reaches ZooKeeper learns at some time that its session is over, or its term. */
    private void notices() {
      if (isCut() || pc == Pc.CLAIMED) {
        return;
      }
      if (s[TERM] != s[me + MY_TERM] || isOthers() || s[NODES] == 0) {
        to("sees that it was replaced", at(Pc.GONE));
      } else if (s[me + OLD] != 0 && s[HOLDER] == 0) {
        byte[] t = s.clone();
        if (has(Rule.TERM_FIRST) && pc == Pc.COUNTS) { // its file has the term before
          t = at(Pc.WRITES);
        } else if (pc == Pc.CONCLUDES || (pc == Pc.PUBLISHES && !has(Rule.VERDICT_NAMED))) {
          t = at(Pc.JUDGES);
        }
        t[HOLDER] = (byte) who;
        t[me + OLD] = 0;
        raise(t);
        to("takes the right again", t);
      }
    }

    private void raise(byte[] t) {
      if (has(Rule.TERM_FIRST)) {
        t[TERM]++;
        t[me + MY_TERM] = t[TERM];
      }
    }

    private void claim() {
      if (s[HOLDER] != 0 || s[NODES] == 0) {
        return;
      }
      String words = "claims the run";
      if (PCS[s[other + PC]].compareTo(Pc.YIELDS) > 0
          && PCS[s[other + PC]] != Pc.GONE
          && s[other + OLD] == 0) {
        out.breaks(RIGHT_TO_THE_VERDICT, name, words);
      }
      byte[] t = at(has(Rule.TERM_FIRST) ? Pc.READS : Pc.CLAIMED);
      t[HOLDER] = (byte) who;
      raise(t);
      if (!has(Rule.TERM_FIRST)) {
        read(t);
      }
      to(words, t);
    }

    /** How many phases are over. */
    private void read(byte[] t) {
      int over = 0;
      while (over < PHASES && resultOf(over) != 0) {
        over++;
      }
      t[me + INDEX] = (byte) over;
    }

    private int resultOf(int phase) {
      int term = s[COUNTED + phase];
      if (has(Rule.FILES_BY_TERM)) {
        return term == 0 ? 0 : s[RESULT + phase * TERMS + term];
      }
      return s[RESULT + phase * TERMS];
    }

    /** The step with an order: it is taken if no other has raised the term. */
    private boolean order(String words, byte[] t, Ordered state) {
      if (isCut()) {
        return false;
      }
      if (s[TERM] != s[me + MY_TERM] || s[NODES] == 0) {
        to(words + ": refused", at(Pc.GONE));
        return false;
      }
      if (isOthers()) {
        out.breaks(ORDERS_OF_ONE, name, words);
      }
      t[STATE] = Search.number(state);
      to(words, t);
      return true;
    }

    private void goesOn() {
      switch (pc) {
        case CLAIMED -> {
          if (!isCut()) {
            byte[] t = at(begins());
            t[TERM]++;
            t[me + MY_TERM] = t[TERM];
            to("takes the orders", t);
          }
        }
        case READS -> {
          byte[] t = at(begins());
          read(t);
          to("reads how far the run is", t);
        }
        case NEXT -> next();
        case PREPARING -> {
          if (s[WORKER] == Search.number(Worker.READY)
              && s[WORKER_GENERATION] == s[me + MY_GENERATION]) {
            byte[] t = at(Pc.GOING);
            int bit = 1 << s[me + INDEX];
            t[WENT] |= (byte) bit;
            if (order("orders GO", t, Ordered.GO) && (s[WENT] & bit) != 0) {
              out.breaks(GO_ONCE, name, "orders GO");
            }
          }
        }
        case GOING -> {
          if (s[SHARE + s[me + MY_GENERATION]] != 0) {
            boolean unused = order("orders END", at(Pc.ENDED), Ordered.END);
          }
        }
        case ENDED -> {
          byte[] t = at(Pc.WRITES);
          t[me + OUTCOME] = s[SHARE + s[me + MY_GENERATION]];
          to("reads the share", t);
          if (s[DOUBTED] == 0 && s[me + MY_DOUBT] == 0) {
            byte[] u = t.clone();
            u[me + MY_DOUBT] = 1;
            u[me + OUTCOME] = has(Rule.DOUBTS_WRITTEN) ? 2 : u[me + OUTCOME];
            to("reads the share, and has a doubt", u);
          }
        }
        case OWN -> {
          if (!has(Rule.TWO_THIRDS) || s[me + OLD] == 0) {
            to("looks, and will act", at(Pc.ACTS));
          }
        }
        case ACTS -> acts();
        case WRITES -> writes();
        case COUNTS -> {
          byte[] t = nextPhase();
          int counted = COUNTED + s[me + INDEX];
          t[counted] = s[me + MY_TERM];
          if (order("has its result count", t, STATES[s[STATE]]) && s[counted] != 0) {
            out.breaks(RESULT_STAYS, name, "has its result count");
          }
        }
        case RELEASES -> {
          if (isCut() && !has(Rule.STOP_ACCEPTED)) {
            to("cannot order OVER", at(Pc.ENGINE));
          }
          boolean unused = order("orders OVER", at(Pc.ENGINE), Ordered.OVER);
        }
        case ENGINE -> {
          if (isOthers() && s[STATE] != Search.number(Ordered.OVER)) {
            out.breaks(ENGINE_OF_ONE, name, "has the engine end them");
          }
          to("has the engine end them", at(has(Rule.VERDICT_FIRST) ? Pc.JUDGES : Pc.YIELDS));
        }
        case YIELDS -> {
          if (!isCut()) {
            byte[] t = at(Pc.JUDGES);
            t[HOLDER] = s[HOLDER] == who ? 0 : s[HOLDER];
            to("gives the right back", t);
          }
        }
        case JUDGES -> {
          boolean pass = s[me + MY_DOUBT] == 0;
          for (int phase = 0; phase < PHASES; phase++) {
            pass &= resultOf(phase) == 1;
          }
          byte[] t = at(has(Rule.VERDICT_NAMED) ? Pc.CONCLUDES : Pc.PUBLISHES);
          t[VERDICT_OF + s[me + MY_TERM]] = (byte) (pass ? 1 : 2);
          to(pass ? "comes to PASS" : "comes to UNKNOWN", t);
        }
        case CONCLUDES -> {
          byte[] t = at(Pc.PUBLISHES);
          t[CONCLUDED] = s[me + MY_TERM];
          boolean unused = order("has its verdict count", t, STATES[s[STATE]]);
        }
        case PUBLISHES -> publishes();
        case GIVES_BACK -> {
          if (!isCut() && s[TERM] == s[me + MY_TERM]) {
            byte[] t = at(Pc.GONE);
            t[HOLDER] = 0;
            t[NODES] = 0;
            to("removes the nodes", t);
          }
        }
        case OFF, GONE -> throw new IllegalStateException("it does nothing");
      }
    }

    /** Who takes over checks whether the run has its verdict. */
    private Pc begins() {
      if (has(Rule.VERDICT_NAMED)) {
        return s[CONCLUDED] != 0 ? Pc.PUBLISHES : Pc.NEXT;
      }
      return s[VERDICT] != 0 ? Pc.GIVES_BACK : Pc.NEXT;
    }

    private void next() {
      int phase = s[me + INDEX];
      if (phase == PHASES) {
        to("has no phase left", at(Pc.RELEASES));
      } else if (phase == OWN_PHASE) {
        to("begins its own part", at(Pc.OWN));
      } else if (s[PHASE] == phase && s[STATE] != Search.number(Ordered.OVER)) {
        byte[] t =
            at(
                switch (STATES[s[STATE]]) {
                  case PREPARE -> Pc.PREPARING;
                  case GO -> Pc.GOING;
                  case WAIT, END, OVER -> Pc.ENDED;
                });
        t[me + MY_GENERATION] = s[GENERATION];
        to("goes on with the phase", t);
      } else {
        byte[] t = at(Pc.PREPARING);
        t[GENERATION]++;
        t[PHASE] = (byte) phase;
        t[me + MY_GENERATION] = t[GENERATION];
        boolean unused = order("orders PREPARE", t, Ordered.PREPARE);
      }
    }

    /** One step outside: a fault, a query, a table action. */
    private void acts() {
      byte[] again = at(Pc.OWN);
      byte[] last = at(Pc.WRITES);
      last[me + OUTCOME] = 1;
      if (isOthers()) {
        if (s[me + LATE] > 0) {
          out.breaks(PARTS_OF_ONE, name, "acts");
        }
        again[me + LATE] = 1;
        last[me + LATE] = 1;
      }
      to("acts", again);
      to("acts, and its part is over", last);
    }

    private byte[] nextPhase() {
      byte[] t = at(Pc.NEXT);
      t[me + INDEX]++;
      t[me + OUTCOME] = 0;
      t[me + MY_GENERATION] = 0;
      t[DOUBTED] |= s[me + MY_DOUBT];
      return t;
    }

    private void writes() {
      boolean byTerm = has(Rule.FILES_BY_TERM);
      byte[] t = byTerm ? at(Pc.COUNTS) : nextPhase();
      int file = RESULT + s[me + INDEX] * TERMS + (byTerm ? s[me + MY_TERM] : 0);
      if (s[file] != 0) {
        out.breaks(RESULT_STAYS, name, "writes what the phase came to");
      }
      t[file] = s[me + OUTCOME];
      to("writes what the phase came to", t);
    }

    private void publishes() {
      byte[] t = at(Pc.GIVES_BACK);
      byte of = has(Rule.VERDICT_NAMED) ? s[CONCLUDED] : s[me + MY_TERM];
      t[VERDICT] = s[VERDICT_OF + of];
      t[VERDICT_TERM] = of;
      if (s[VERDICT] != 0 && s[VERDICT_TERM] != of) {
        out.breaks(ONE_VERDICT, name, "publishes");
      }
      if (t[VERDICT] == 1 && s[DOUBTED] != 0) {
        out.breaks(NO_DOUBT_LOST, name, "publishes PASS");
      }
      to("publishes the verdict", t);
    }
  }
}
