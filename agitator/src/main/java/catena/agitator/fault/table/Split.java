package catena.agitator.fault.table;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TableFault;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;

/** Adds split points to the table; option {@code points}, 4 unless said. They stay. */
public final class Split extends TableFault {
  private static final String POINTS = "points";

  /** Steps of this part of a circle never meet their own past. */
  private static final double GOLDEN = 0.618033988749895;

  @Override
  public String word() {
    return "split";
  }

  @Override
  public Set<String> options() {
    return Set.of(POINTS);
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    order(field, tables -> tables.addSplits(field.table(), points(injected)));
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    boolean there =
        ask(field, tables -> tables.listSplits(field.table())).containsAll(points(injected));
    return new Evidence(
        there,
        "the table is %s at %s".formatted(there ? "split" : "not yet split", points(injected)));
  }

  /** Rows of the whole range of rows, others for each fault. */
  private static SortedSet<Text> points(InjectedFault injected) {
    int number = Integer.parseInt(injected.options().getOrDefault(POINTS, "4"));
    SortedSet<Text> points = new TreeSet<>();
    for (int i = 0; i < number; i++) {
      double place = (injected.id() + (double) i / number) * GOLDEN % 1.0;
      long row = (long) (place * Long.MAX_VALUE);
      points.add(new Text(String.format(Locale.ROOT, "%016x", row)));
    }
    return points;
  }
}
