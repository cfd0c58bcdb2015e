// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.harness.accumulo.TableProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.io.Text;

/** Something that is done to the run's table through Accumulo's client. */
public abstract non-sealed class TableFault extends Fault {
  /** All of them. */
  public static final List<TableFault> ALL =
      List.of(
          new Split(),
          new Merge(),
          new Waited(
              "compact",
              "every tablet has been compacted",
              (tables, table) -> tables.compact(table, null, null, true, true)),
          new Waited(
              "flush",
              "every tablet has been flushed",
              (tables, table) -> tables.flush(table, null, null, true)),
          new Offline(),
          new SplitThreshold());

  private TableFault(String word, String... options) {
    super(word, options);
  }

  @Override
  public final boolean appliesTo(Target target) {
    return target.aim() == Target.Aim.TABLE;
  }

  @Override
  public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
    return InjectedFault.of(planned, List.of(Victim.named(field.table())));
  }

  @Override
  public final void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> hit)
      throws Exception {
    act(field, injected);
    injected.victims().forEach(hit);
  }

  /** Does it to the table. */
  abstract void act(ClusterUnderTest field, InjectedFault injected) throws Exception;

  /** Heals the table that was hit, which need not be that of the settings of who heals. */
  @Override
  public final String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return restore(field.withTable(injected.victims().get(0).name()), injected);
  }

  /** Undoes what was done to the table of the field. */
  String restore(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return "nothing to heal";
  }

  /** Makes a call, which may never return and is given up at the limit for one call. */
  private static <T> T ask(
      ClusterUnderTest field, FailableBiFunction<TableOperations, String, T, Exception> call)
      throws Exception {
    return field.ask(() -> call.apply(field.client().tableOperations(), field.table()));
  }

  /** Makes a call without a result, within the same limit. */
  private static void order(
      ClusterUnderTest field, FailableBiConsumer<TableOperations, String, Exception> order)
      throws Exception {
    FailableBiFunction<TableOperations, String, Boolean, Exception> call =
        (tables, table) -> {
          order.accept(tables, table);
          return true;
        };
    var unused = ask(field, call);
  }

  /** An order to the whole table; Accumulo ends the wait when every tablet has done it. */
  private static final class Waited extends TableFault {
    private final String done;
    private final FailableBiConsumer<TableOperations, String, Exception> order;

    Waited(String word, String done, FailableBiConsumer<TableOperations, String, Exception> order) {
      super(word);
      this.done = done;
      this.order = order;
    }

    @Override
    void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
      order(field, order);
    }

    @Override
    public Evidence proof(ClusterUnderTest field, InjectedFault injected) {
      return Evidence.of(done);
    }
  }

  /** Merges two tablets of the table into one; splits them again. */
  private static final class Merge extends TableFault {
    private static final String POINT = "point";

    Merge() {
      super("merge");
    }

    @Override
    public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
      Collection<Text> splits = ask(field, (tables, table) -> tables.listSplits(table));
      if (splits.isEmpty()) {
        throw new IllegalStateException("table " + field.table() + " has one tablet only");
      }
      List<Text> points = new ArrayList<>(splits);
      Text point = points.get(Math.floorMod(planned.id() * 7, points.size()));
      return super.resolve(field, planned).remember(POINT, point.toString());
    }

    @Override
    void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
      Collection<Text> found = ask(field, (tables, table) -> tables.listSplits(table));
      List<Text> splits = found.stream().sorted().toList();
      Text point = point(injected);
      int place = splits.indexOf(point);
      if (place < 0) { // without it the whole table would be merged
        throw new IllegalStateException(
            "table %s is not split at %s any more".formatted(field.table(), point));
      }
      Text before = place > 0 ? splits.get(place - 1) : null;
      Text after = place + 1 < splits.size() ? splits.get(place + 1) : null;
      order(field, (tables, table) -> tables.merge(table, before, after));
    }

    @Override
    public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
      return split(field, injected)
          ? Evidence.against("the table is split at " + point(injected))
          : Evidence.of("the table is not split at " + point(injected) + " any more");
    }

    @Override
    String restore(ClusterUnderTest field, InjectedFault injected) throws Exception {
      Text point = point(injected);
      if (split(field, injected)) {
        // The merge may go on though its call was given up; both lock the table.
        Text end = new Text(point + "\0");
        order(field, (tables, table) -> tables.compact(table, point, end, false, true));
      }
      if (!split(field, injected)) {
        order(field, (tables, table) -> tables.addSplits(table, new TreeSet<>(List.of(point))));
      }
      return "the table is split at " + point + " again";
    }

    private static boolean split(ClusterUnderTest field, InjectedFault injected) throws Exception {
      return ask(field, (tables, table) -> tables.listSplits(table)).contains(point(injected));
    }

    private static Text point(InjectedFault injected) {
      return new Text(injected.memo().get(POINT));
    }
  }

  /** Takes the table offline; brings it online. Writers are refused meanwhile. */
  private static final class Offline extends TableFault {
    Offline() {
      super("offline");
    }

    @Override
    public boolean unhosts() {
      return true;
    }

    @Override
    void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
      order(field, (tables, table) -> tables.offline(table, true));
    }

    @Override
    public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
      if (ask(field, (tables, table) -> tables.isOnline(table))) {
        return Evidence.against("the table is online");
      }
      String id = ask(field, (tables, table) -> tables.tableIdMap()).get(field.table());
      return field.tablets().of(Set.of(id)).given().isEmpty()
          ? Evidence.of("the table is offline, and none of its tablets is hosted")
          : Evidence.against("the table is offline, but some of its tablets are hosted");
    }

    @Override
    String restore(ClusterUnderTest field, InjectedFault injected) throws Exception {
      order(field, (tables, table) -> tables.online(table, true));
      return "the table is online";
    }
  }

  /** Adds split points to the table; option {@code points}, 4 by default. They stay. */
  private static final class Split extends TableFault {
    private static final String POINTS = "points";

    /** Steps of this part of a circle never meet their own past. */
    private static final double GOLDEN = 0.618033988749895;

    private static final String BASE = "base";

    /** From one base to the next, so that it is no other fault's id. */
    private static final int STEP = 1009;

    Split() {
      super("split", POINTS);
    }

    /** Without any, nothing would be done, and yet all of it seen. */
    @Override
    public Optional<String> problem(Topology topology, SortedMap<String, String> options) {
      String number = options.getOrDefault(POINTS, "4");
      return number.matches("0*[1-9]\\d{0,5}")
          ? Optional.empty()
          : Optional.of("points is a number from 1, not '" + number + "'");
    }

    /** Where a plan is carried out again, its points are there: others are chosen then. */
    @Override
    public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
      Collection<Text> there = ask(field, (tables, table) -> tables.listSplits(table));
      InjectedFault injected = super.resolve(field, planned);
      for (int i = 1; !Collections.disjoint(points(injected), there); i++) {
        injected = injected.remember(BASE, Integer.toString(planned.id() + i * STEP));
      }
      return injected;
    }

    @Override
    void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
      order(field, (tables, table) -> tables.addSplits(table, points(injected)));
    }

    @Override
    public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
      boolean there =
          ask(field, (tables, table) -> tables.listSplits(table)).containsAll(points(injected));
      return new Evidence(
          there,
          "the table is %s at %s".formatted(there ? "split" : "not yet split", points(injected)));
    }

    /** Rows of the whole range of rows, others for each fault. */
    private static SortedSet<Text> points(InjectedFault injected) {
      int number = Integer.parseInt(injected.options().getOrDefault(POINTS, "4"));
      int base = Integer.parseInt(injected.memo().getOrDefault(BASE, "" + injected.id()));
      SortedSet<Text> points = new TreeSet<>();
      for (int i = 0; i < number; i++) {
        double place = (base + (double) i / number) * GOLDEN % 1.0;
        long row = (long) (place * Long.MAX_VALUE);
        points.add(new Text(String.format(Locale.ROOT, "%016x", row)));
      }
      return points;
    }
  }

  /** Makes tablets split at another size; option {@code to}, 16M by default. Sets it back. */
  private static final class SplitThreshold extends TableFault {
    private static final String PROPERTY = "table.split.threshold";
    private static final String TO = "to";
    private static final String BEFORE = "before";

    SplitThreshold() {
      super("split-threshold", TO);
    }

    @Override
    public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
      InjectedFault injected = super.resolve(field, planned);
      return own(field).map(before -> injected.remember(BEFORE, before)).orElse(injected);
    }

    private static Optional<String> own(ClusterUnderTest field) throws Exception {
      return Optional.ofNullable(
          ask(field, (tables, table) -> tables.getTableProperties(table)).get(PROPERTY));
    }

    @Override
    void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
      order(field, (tables, table) -> tables.setProperty(table, PROPERTY, to(injected)));
    }

    private static String to(InjectedFault injected) {
      return injected.options().getOrDefault(TO, "16M");
    }

    @Override
    public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
      String now = ask(field, (tables, table) -> tables.getConfiguration(table)).get(PROPERTY);
      return new Evidence(to(injected).equals(now), PROPERTY + " is " + now);
    }

    @Override
    String restore(ClusterUnderTest field, InjectedFault injected) throws Exception {
      Optional<String> before = Optional.ofNullable(injected.memo().get(BEFORE));
      Optional<String> now = own(field);
      if (!now.equals(before) && !now.equals(Optional.of(to(injected)))) {
        return PROPERTY + " is " + now.orElse("not set") + ", since another client changed it";
      }
      order(field, (tables, table) -> TableProperties.setBack(tables, table, PROPERTY, before));
      return PROPERTY + " is what it was";
    }
  }
}
