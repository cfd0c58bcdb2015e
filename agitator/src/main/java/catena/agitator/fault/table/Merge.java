package catena.agitator.fault.table;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TableFault;
import catena.agitator.fault.TimedFault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;

/** Merges two tablets of the table into one; splits them again. */
public final class Merge extends TableFault {
  private static final String POINT = "point";

  @Override
  public String word() {
    return "merge";
  }

  @Override
  public InjectedFault look(ClusterUnderTest field, TimedFault planned) throws Exception {
    Collection<Text> splits = ask(field, tables -> tables.listSplits(field.table()));
    if (splits.isEmpty()) {
      throw new IllegalStateException("table " + field.table() + " has one tablet only");
    }
    List<Text> points = new ArrayList<>(splits);
    Text point = points.get(planned.id() * 7 % points.size());
    return super.look(field, planned).remember(POINT, point.toString());
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    Collection<Text> found = ask(field, tables -> tables.listSplits(field.table()));
    List<Text> splits = found.stream().sorted().toList();
    Text point = point(injected);
    int place = splits.indexOf(point);
    Text before = place > 0 ? splits.get(place - 1) : null;
    Text after = place >= 0 && place + 1 < splits.size() ? splits.get(place + 1) : null;
    order(field, tables -> tables.merge(field.table(), before, after));
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return split(field, injected)
        ? Evidence.against("the table is split at " + point(injected))
        : Evidence.of("the table is not split at " + point(injected) + " any more");
  }

  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    if (!split(field, injected)) {
      order(
          field,
          tables -> tables.addSplits(field.table(), new TreeSet<>(List.of(point(injected)))));
    }
    return "the table is split at " + point(injected) + " again";
  }

  private static boolean split(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return ask(field, tables -> tables.listSplits(field.table())).contains(point(injected));
  }

  private static Text point(InjectedFault injected) {
    return new Text(injected.memo().get(POINT));
  }
}
