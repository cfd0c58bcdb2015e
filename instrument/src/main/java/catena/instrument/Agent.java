// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.utility.JavaModule;

/** The agent: {@code -javaagent:instrument.jar=DIRECTORY}. */
public final class Agent {
  private Agent() {}

  /**
   * Called by the JVM before the server's own {@code main}.
   *
   * @param directory where the server's control file and log are
   * @throws IOException if its log cannot be written, so that no server runs without a log
   */
  public static void premain(String directory, Instrumentation instrumentation) throws IOException {
    String server = System.getenv("CATENA_SERVER");
    if (directory == null || server == null) {
      throw new IOException("instrument: name a directory, and the server in CATENA_SERVER");
    }
    Map<Point, String> missing = Point.missing(ClassLoader.getSystemClassLoader());
    install(instrumentation, missing);
    begin(Path.of(directory), server, missing);
  }

  /** Obeys the control file and writes the log from now on; logs first which points exist. */
  static void begin(Path directory, String server, Map<Point, String> missing) throws IOException {
    Strikes.begin(directory, server);
    TreeSet<String> names = new TreeSet<>();
    Arrays.stream(Point.values()).forEach(point -> names.addAll(point.names()));
    names.stream().filter(Point::isThere).forEach(name -> Strikes.write("point", name, "there"));
    missing.forEach(
        (point, why) -> point.names().forEach(name -> Strikes.write("point", name, "absent", why)));
  }

  private static void install(Instrumentation instrumentation, Map<Point, String> missing) {
    AgentBuilder builder = new AgentBuilder.Default().with(new Told()).disableClassFormatChanges();
    for (Point point : Point.values()) {
      if (!missing.containsKey(point)) {
        builder =
            builder
                .type(named(point.type()))
                .transform(
                    (type, description, loader, module, domain) ->
                        type.visit(change(point, description)));
      }
    }
    builder.installOn(instrumentation);
  }

  /** What changes the class of a point. */
  static AsmVisitorWrapper change(Point point, TypeDescription type) {
    Advice.WithCustomMapping advice = Advice.withCustomMapping();
    if (point.isFault()) {
      MethodDescription method = type.getDeclaredMethods().filter(point.methods()).getOnly();
      boolean io =
          method.getExceptionTypes().asErasures().stream()
              .anyMatch(each -> each.represents(IOException.class));
      advice =
          advice.bind(PointFaults.Name.class, point.names().get(0)).bind(PointFaults.Io.class, io);
    }
    return advice.to(point.advice()).on(point.methods());
  }

  /** A class that could not be changed is logged, and left as it was. */
  private static final class Told extends AgentBuilder.Listener.Adapter {
    @Override
    public void onError(
        String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable failure) {
      Strikes.write("error", type, failure);
    }

    @Override
    public void onTransformation(
        TypeDescription type,
        ClassLoader loader,
        JavaModule module,
        boolean loaded,
        DynamicType dynamic) {
      Strikes.write("woven", type.getName());
    }
  }
}
