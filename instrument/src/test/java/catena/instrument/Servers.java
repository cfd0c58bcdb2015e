// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.metadata.StoredTabletFile;
import org.apache.accumulo.core.metadata.schema.Ample;
import org.apache.accumulo.core.metadata.schema.MetadataSchema.TabletsSection.TabletColumnFamily;
import org.apache.accumulo.core.metadata.schema.TabletMetadata;
import org.apache.accumulo.core.metadata.schema.TabletsMetadata;
import org.apache.accumulo.server.AbstractServer;
import org.apache.accumulo.server.ServerContext;
import org.apache.accumulo.server.data.ServerMutation;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.apache.accumulo.tserver.tablet.CommitSession;
import org.apache.accumulo.tserver.tablet.Tablet;
import org.apache.accumulo.tserver.tablet.TabletBase;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;

/** Parts of Accumulo's servers without a server: they know what is asked of them, and no more. */
final class Servers {
  static final KeyExtent USER = new KeyExtent(TableId.of("2"), new Text("m"), null);
  static final KeyExtent OWN = new KeyExtent(TableId.of("!0"), null, null);

  private Servers() {}

  /** From now on each of these mutants strikes every time, and no other does. */
  static void inForce(String... mutants) {
    Strikes.obey(Stream.of(mutants).map(each -> "m " + each + " strike 1").toList());
  }

  /** What a log says of strikes and errors, without the times. */
  static List<String> strikes(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .map(line -> line.replaceFirst("^\\d+\t", ""))
        .filter(line -> line.startsWith("strike") || line.startsWith("error"))
        .toList();
  }

  /** An object whose constructor was not called, since it wants a whole server. */
  static <T> T bare(Class<T> type) {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field the = unsafe.getDeclaredField("theUnsafe");
      the.setAccessible(true);
      return type.cast(
          unsafe.getMethod("allocateInstance", Class.class).invoke(the.get(null), type));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static void set(Class<?> type, Object object, String name, Object value) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      field.set(object, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A tablet that has its extent. */
  static Tablet tablet(KeyExtent extent) {
    Tablet tablet = bare(Tablet.class);
    set(TabletBase.class, tablet, "extent", extent);
    return tablet;
  }

  /** A tablet whose server has these metadata. */
  static Tablet tablet(KeyExtent extent, Metadata metadata) {
    Tablet tablet = tablet(extent);
    set(TabletBase.class, tablet, "context", metadata.context());
    return tablet;
  }

  static CommitSession session(KeyExtent extent) {
    CommitSession session = bare(CommitSession.class);
    set(CommitSession.class, session, "committer", tablet(extent));
    return session;
  }

  static DfsLogger logger(String path) {
    DfsLogger logger = bare(DfsLogger.class);
    set(DfsLogger.class, logger, "logPath", path);
    return logger;
  }

  static Mutation mutation(String row, String value) {
    Mutation mutation = new Mutation(row);
    mutation.put("f", "q", 7L, value);
    return mutation;
  }

  /** What the log says of {@link #mutation}, and of an entry like it. */
  static String entry(String mutant, String table, String row, String value) {
    return String.join(
            "\t",
            "strike",
            "m",
            mutant,
            "entry",
            table,
            base64(row),
            "Zg==",
            "cQ==",
            "",
            "7",
            "put")
        + "\t"
        + base64(value);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  /** A file of a tablet with one entry, whose row is the file's name. */
  static StoredTabletFile file(Path directory, String name) throws IOException {
    Path path = directory.resolve("tables/2/t-1/" + name + ".rf");
    Files.createDirectories(path.getParent());
    try (RFileWriter writer =
        RFile.newWriter()
            .to(path.toString())
            .withFileSystem(FileSystem.getLocal(new Configuration()))
            .build()) {
      writer.append(new Key(name, "f", "q", 7L), new Value(name));
    }
    return new StoredTabletFile("file:" + path);
  }

  static LogFileKey event(LogEvents event, int tablet, KeyExtent extent) {
    LogFileKey key = new LogFileKey();
    key.setEvent(event);
    key.setTabletId(tablet);
    key.setTablet(extent);
    return key;
  }

  static LogFileValue value(List<Mutation> mutations) {
    LogFileValue value = new LogFileValue();
    value.setMutations(mutations);
    return value;
  }

  /** A write-ahead log in which each tablet is defined, and has a mutation of its table's name. */
  static Path log(Path file, KeyExtent... tablets) throws IOException {
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeBytes(DfsLogger.LOG_FILE_HEADER_V3);
      out.writeUTF("NullCryptoModule");
      for (int i = 0; i < tablets.length; i++) {
        event(LogEvents.DEFINE_TABLET, i, tablets[i]).write(out);
        value(List.of()).write(out);
        event(LogEvents.MUTATION, i, null).write(out);
        ServerMutation mutation = new ServerMutation(new Text(tablets[i].tableId().canonical()));
        mutation.put("f", "q", 7L, "v");
        value(List.of(mutation)).write(out);
      }
    }
    return file;
  }

  /** The metadata table: what it has, and what was asked of it. */
  static final class Metadata {
    final List<String> calls = new ArrayList<>();
    final List<TabletMetadata> tablets = new ArrayList<>();

    ServerContext context() {
      Context context = bare(Context.class);
      context.metadata = this;
      return context;
    }

    <T extends AbstractServer> T server(Class<T> type) {
      T server = bare(type);
      set(AbstractServer.class, server, "context", context());
      return server;
    }

    private Object proxy(Class<?> type) {
      return Proxy.newProxyInstance(
          type.getClassLoader(),
          new Class<?>[] {type},
          (self, method, words) -> {
            StringBuilder call = new StringBuilder(method.getName());
            for (Object word : words == null ? new Object[0] : words) {
              call.append(' ').append(word instanceof Object[] several ? List.of(several) : word);
            }
            calls.add(call.toString());
            if (method.getReturnType() == TabletsMetadata.class) {
              return new TabletsMetadata(() -> calls.add("close"), tablets);
            }
            return method.getReturnType() == void.class ? null : proxy(method.getReturnType());
          });
    }
  }

  /** The context of a server that has metadata and nothing else. */
  static final class Context extends ServerContext {
    private Metadata metadata;

    private Context() {
      super(null);
    }

    @Override
    public Ample getAmple() {
      return (Ample) metadata.proxy(Ample.class);
    }
  }

  /** The row of a tablet in the metadata table. */
  static Map<Key, Value> row(KeyExtent extent, StoredTabletFile... files) {
    Map<Key, Value> row = new TreeMap<>();
    Text end = extent.toMetaRow();
    row.put(
        new Key(end, new Text("~tab"), new Text("~pr"), 1L),
        TabletColumnFamily.encodePrevEndRow(extent.prevEndRow()));
    for (StoredTabletFile file : files) {
      row.put(
          new Key(end, new Text("file"), file.getMetaUpdateDeleteText(), 1L), new Value("10,1"));
    }
    return row;
  }
}
