package catena.harness.instance;

import catena.harness.instance.Tablet.Location;
import catena.records.server.TabletName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.Text;

/** Puts one tablet together from the columns of its row. */
final class TabletColumns {
  private final TabletName name;
  private Optional<Location> location = Optional.empty();
  private Optional<Location> last = Optional.empty();
  private final List<String> logs = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private OptionalLong fileCount = OptionalLong.empty();

  TabletColumns(Text row) {
    this.name = TabletName.ofMetadataRow(row);
  }

  /** Takes one column; those that say nothing of what a {@link Tablet} has are left out. */
  void add(Key key, Value value) {
    Text family = key.getColumnFamily();
    Text qualifier = key.getColumnQualifier();
    if (family.equals(Metadata.LOCATION)) {
      location = Optional.of(new Location(value.toString(), qualifier.toString()));
    } else if (family.equals(Metadata.LAST)) {
      last = Optional.of(new Location(value.toString(), qualifier.toString()));
    } else if (family.equals(Metadata.LOGS)) {
      logs.add(Metadata.log(qualifier.toString()));
    } else if (family.equals(Metadata.FILES)) {
      files.add(qualifier.toString());
    }
  }

  void count(long number) {
    fileCount = OptionalLong.of(number);
  }

  Tablet tablet() {
    return new Tablet(name, location, last, logs, files, fileCount);
  }
}
