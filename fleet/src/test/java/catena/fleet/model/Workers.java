// SPDX-License-Identifier: Apache-2.0
package catena.fleet.model;

import java.util.Arrays;
import java.util.Set;

/**
 * One phase of two slots: the share of the first has an end of its own, that of the second has
 * none. The first slot has two processes, of which one may follow on the other, or come beside it.
 * They are killed, cut off, and told dead by the engine while they live.
 */
final class Workers implements Search.Model {
  private static final int PROCESSES = 3;
  private static final int SECOND = 1; // the other process of slot 0
  private static final int[] SLOTS = {0, 0, 1};
  private static final String[] NAMES = {"worker 0-1", "worker 0-2", "worker 1-1"};

  private static final int ORDER = 0;
  private static final int PC = 1;
  private static final int RESULT = 2; // 0 is none, 1 is PASS, 2 is UNKNOWN
  private static final int FAULTS = 3;
  private static final int FIRST = 4;
  // each process: how far it is, and which order it has read last
  private static final int STATE = 0;
  private static final int READ = 1;
  private static final int SHARE = 2; // 0 is none, 1 is right, 2 is a doubt, 3 did not begin
  private static final int BEGAN = 3; // as its journal says
  // its node, and its mark there, which goes with it
  private static final int MEMBER = 4;
  private static final int READY = 5;
  // what the coordinator has seen: it came, it was ready, it is given up, the engine saw its exit
  private static final int CAME = 6;
  private static final int SEEN_READY = 7;
  private static final int GIVEN_UP = 8;
  private static final int EXIT = 9;
  private static final int EACH = 10;

  private static final int UNREAD = 0;
  private static final int PREPARE = 1;
  private static final int GO = 2;
  private static final int END = 3;

  private enum State {
    OFF,
    LOOKED,
    JOINED,
    PREPARED,
    MARKED,
    RUNNING,
    ENDED,
    DEAD
  }

  private enum Pc {
    GATHERS,
    GOES,
    ENDS,
    OVER
  }

  private static final State[] STATES = State.values();
  private static final Pc[] PCS = Pc.values();

  private final Set<Rule> rules;
  private final boolean replaces;
  private final int most;

  /** With so many kills, cuts and wrong words of the engine, at most. */
  Workers(Set<Rule> rules, boolean replaces, int most) {
    this.rules = rules;
    this.replaces = replaces;
    this.most = most;
  }

  @Override
  public byte[] first() {
    byte[] s = new byte[FIRST + PROCESSES * EACH];
    s[ORDER] = PREPARE;
    return s;
  }

  @Override
  public boolean isEnd(byte[] s) {
    return s[PC] == Search.number(Pc.OVER);
  }

  @Override
  public void steps(byte[] s, Search.Steps out) {
    boolean over = isEnd(s);
    if (over && s[RESULT] != 1) {
      return; // a doubt can become no greater one
    }
    for (int process = 0; process < PROCESSES; process++) {
      One each = new One(s, process, out);
      each.goesOn();
      if (!over) {
        each.suffers();
      }
    }
    if (!over) {
      coordinator(s, out);
    }
  }

  private static boolean is(byte[] s, int process, int what) {
    return s[FIRST + process * EACH + what] != 0;
  }

  private static State state(byte[] s, int process) {
    return STATES[s[FIRST + process * EACH + STATE]];
  }

  private static byte[] with(byte[] s, int process, int what, int value) {
    byte[] t = s.clone();
    t[FIRST + process * EACH + what] = (byte) value;
    return t;
  }

  /** The steps of one process, and what can happen to it. */
  private final class One {
    private final byte[] s;
    private final int me;
    private final State state;
    private final String name;
    private final Search.Steps out;

    One(byte[] s, int me, Search.Steps out) {
      this.s = s;
      this.me = me;
      this.state = Workers.state(s, me);
      this.name = NAMES[me] + " ";
      this.out = out;
    }

    private int get(int what) {
      return s[FIRST + me * EACH + what];
    }

    private byte[] at(State next) {
      byte[] t = with(s, me, STATE, Search.number(next));
      return next == State.ENDED || next == State.DEAD ? with(t, me, READ, UNREAD) : t;
    }

    private void to(String words, byte[] t) {
      out.to(name, words, t);
    }

    private boolean isTaken() {
      for (int each = 0; each < PROCESSES; each++) {
        if (each != me && SLOTS[each] == SLOTS[me] && is(s, each, MEMBER)) {
          return true;
        }
      }
      return false;
    }

    void goesOn() {
      switch (state) {
        case OFF -> {
          if ((me != SECOND || s[FAULTS] > 0) && !isTaken() && get(GIVEN_UP) == 0) {
            if (rules.contains(Rule.SLOT_NODE)) {
              joins();
            } else {
              to("finds its slot free", at(State.LOOKED));
            }
          }
        }
        case LOOKED -> joins();
        case JOINED -> {
          boolean successor = replaces && me == SECOND;
          if (s[ORDER] == PREPARE || (s[ORDER] == GO && successor)) {
            to("reads the order", with(at(State.PREPARED), me, READ, s[ORDER]));
          }
        }
        case PREPARED -> {
          byte[] t = with(at(State.MARKED), me, READY, 1);
          to("says READY", rules.contains(Rule.READ_AFTER_MARK) ? with(t, me, READ, UNREAD) : t);
        }
        case MARKED -> marked();
        case RUNNING -> running();
        case ENDED, DEAD -> {
          // nothing
        }
      }
    }

    /** What happens to it. */
    void suffers() {
      if (state == State.DEAD) {
        if (get(MEMBER) != 0) {
          to("was killed: its session ends", with(s, me, MEMBER, 0));
        }
        if (get(EXIT) == 0) {
          to("has ended, says the engine", with(with(s, me, EXIT, 1), me, GIVEN_UP, 1));
        }
      } else if (state.compareTo(State.LOOKED) > 0 && state != State.ENDED) {
        if (get(MEMBER) == 0 && get(GIVEN_UP) == 0 && !isTaken()) {
          to("is there again", with(s, me, MEMBER, 1));
        }
        if (s[FAULTS] < most) {
          faults();
        }
      }
    }

    private void joins() {
      if (isTaken()) {
        out.breaks(Invariant.ONE_MEMBER, name, "joins");
      }
      to("joins", with(at(State.JOINED), me, MEMBER, 1));
    }

    private void marked() {
      if (get(READ) != s[ORDER] && get(READ) != GO) {
        to("reads the order", with(s, me, READ, s[ORDER]));
      } else if (get(READ) == GO) {
        passed("begins");
        to("begins", with(at(State.RUNNING), me, BEGAN, 1));
      } else if (get(READ) == END) {
        to("ends unbegun", with(at(State.ENDED), me, SHARE, 3));
      }
    }

    private void running() {
      if (SLOTS[me] == 0 || s[ORDER] == END || get(GIVEN_UP) != 0) {
        to("is done", with(at(State.ENDED), me, SHARE, 1));
        for (int each = 0; each < PROCESSES; each++) {
          if (s[FIRST + each * EACH + SHARE] == 2) {
            return; // one doubt is enough
          }
        }
        passed("is done, with a doubt");
        to("is done, with a doubt", with(at(State.ENDED), me, SHARE, 2));
      }
    }

    private void passed(String words) {
      if (s[RESULT] == 1) {
        out.breaks(Invariant.OVER_IS_OVER, name, words);
      }
    }

    private void faults() {
      byte[] killed = at(State.DEAD);
      killed[FAULTS]++;
      out.fault(name, "is killed", killed);
      byte[] t = s.clone();
      t[FAULTS]++;
      if (get(MEMBER) != 0) {
        out.fault(name, "is cut off until its session ends", with(t, me, MEMBER, 0));
      }
      if (get(CAME) != 0 && get(GIVEN_UP) == 0) {
        out.fault(name, "is told lost by the engine", with(t, me, GIVEN_UP, 1));
      }
    }
  }

  private void coordinator(byte[] s, Search.Steps out) {
    boolean unseen = false;
    boolean atWork = false;
    boolean bounded = false;
    boolean anyReady = false;
    boolean allReady = true;
    byte[] lost = s.clone();
    boolean[] slots = new boolean[2];
    for (int each = 0; each < PROCESSES; each++) {
      boolean alive = is(s, each, CAME) && !is(s, each, GIVEN_UP);
      boolean news = !is(s, each, CAME) || is(s, each, READY) != is(s, each, SEEN_READY);
      if (is(s, each, MEMBER) && news) {
        unseen = true;
        byte[] t = with(s, each, CAME, 1);
        t = is(s, each, READY) ? with(t, each, SEEN_READY, 1) : t;
        out.to("the coordinator sees ", NAMES[each], t);
      }
      if (alive && !is(s, each, MEMBER) && !is(s, each, SHARE)) {
        out.to("the coordinator gives up ", NAMES[each], with(s, each, GIVEN_UP, 1));
      }
      slots[SLOTS[each]] |= is(s, each, CAME);
      boolean ready = alive && is(s, each, SEEN_READY);
      anyReady |= ready;
      allReady &= !alive || ready;
      if (ready && !is(s, each, SHARE)) {
        atWork = true;
        bounded |= SLOTS[each] == 0;
        lost = with(lost, each, GIVEN_UP, 1);
      }
    }
    switch (PCS[s[PC]]) {
      case GATHERS -> gathers(s, out, slots[0] && slots[1], anyReady && allReady);
      case GOES -> {
        if (!atWork || (!bounded && isBoundedOver(s))) {
          out.to("", "END", ordered(s, END, Pc.ENDS));
        }
      }
      case ENDS -> {
        if (atWork) {
          out.to("", "who is at work did not end in time", lost);
        } else if (!unseen) {
          judges(s, out);
        }
      }
      case OVER -> throw new IllegalStateException("it is over");
    }
  }

  private static byte[] ordered(byte[] s, int order, Pc pc) {
    byte[] t = s.clone();
    t[ORDER] = (byte) order;
    t[PC] = Search.number(pc);
    return t;
  }

  private static void gathers(byte[] s, Search.Steps out, boolean came, boolean ready) {
    if (came && ready) {
      out.to("", "GO", ordered(s, GO, Pc.GOES));
      return;
    }
    byte[] t = s;
    for (int each = 0; came && each < PROCESSES; each++) {
      t = is(s, each, CAME) && !is(s, each, SEEN_READY) ? with(t, each, GIVEN_UP, 1) : t;
    }
    boolean any = false;
    for (int each = 0; each < PROCESSES; each++) {
      any |= is(t, each, CAME) && !is(t, each, GIVEN_UP);
    }
    if (came && any && !Arrays.equals(t, s)) {
      out.to("", "who is not ready in time is given up", t);
    } else if (!came || !any) {
      byte[] none = ordered(s, END, Pc.OVER);
      none[RESULT] = 2;
      out.to("", "too few came", none);
    }
  }

  /** Those with an end have come to it; today somebody of them has to be there to say so. */
  private boolean isBoundedOver(byte[] s) {
    for (int each = 0; each < PROCESSES; each++) {
      if (SLOTS[each] == 0 && is(s, each, SHARE)) {
        return true;
      }
    }
    return rules.contains(Rule.BOUNDED_END);
  }

  /** It has no journal, or says that it waits for a phase. */
  private static boolean isIdle(byte[] s, int process) {
    return state(s, process).compareTo(State.JOINED) < 0
        || (is(s, process, MEMBER) && !is(s, process, READY));
  }

  private void judges(byte[] s, Search.Steps out) {
    boolean right = true;
    boolean known = true;
    boolean doubted = false;
    boolean[] begun = new boolean[2];
    for (int each = 0; each < PROCESSES; each++) {
      boolean read = rules.contains(Rule.SHARES_OF_ALL) || !is(s, each, GIVEN_UP);
      int share = s[FIRST + each * EACH + SHARE];
      doubted |= share == 2;
      begun[SLOTS[each]] |= is(s, each, BEGAN);
      right &= !read || share != 2;
      boolean apart =
          rules.contains(Rule.JOURNALS_TELL) ? isIdle(s, each) : !is(s, each, SEEN_READY);
      known &= share != 0 || is(s, each, EXIT) || apart;
    }
    boolean all = begun[0] && begun[1];
    boolean pass =
        right
            && (known || !rules.contains(Rule.KNOWN_END))
            && (all || !rules.contains(Rule.BEGUN_OR_DOUBT));
    byte[] t = ordered(s, END, Pc.OVER);
    t[RESULT] = (byte) (pass ? 1 : 2);
    if (pass && doubted) {
      out.breaks(Invariant.NO_DOUBT_LOST, "the phase ", "passes");
    }
    if (pass && !all) {
      out.breaks(Invariant.EACH_PART_BEGAN, "the phase ", "passes");
    }
    out.to("the phase ", pass ? "passes" : "is in doubt", t);
  }
}
