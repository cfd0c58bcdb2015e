// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.Security;
import catena.cluster.spec.Volume;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import com.google.common.collect.Maps;
import com.google.common.escape.Escaper;
import com.google.common.xml.XmlEscapers;
import freemarker.core.PlainTextOutputFormat;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes every configuration file of a cluster.
 *
 * <p>The content of each is a template of this package, {@code NAME.ftl}: a line {@code key=value}
 * for each property, and why. A key that comes again replaces the one before.
 */
public record Configuration(ClusterRecord cluster, ClusterFiles files, ServerJars jars) {
  private static final freemarker.template.Configuration TEMPLATES = templates();

  private static freemarker.template.Configuration templates() {
    // By the rules of later versions a record's methods are values, and cannot be called by name.
    var templates =
        new freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_32);
    templates.setClassForTemplateLoading(Configuration.class, "");
    templates.setDefaultEncoding(StandardCharsets.UTF_8.name());
    templates.setOutputFormat(PlainTextOutputFormat.INSTANCE);
    templates.setNumberFormat("computer");
    templates.setBooleanFormat("c");
    templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    templates.setLogTemplateExceptions(false);
    return templates;
  }

  /** What Hadoop and ZooKeeper need, every client, and the KDC; no key changes by it. */
  public void writeGround() throws IOException {
    Path hadoop = files.hadoopConf();
    xml(hadoop, "core-site");
    xml(hadoop, "hdfs-site");
    if (cluster.spec().yarn()) {
      xml(hadoop, "yarn-site");
      xml(hadoop, "mapred-site");
    }
    copy("hadoop-log4j.properties", hadoop.resolve("log4j.properties"));
    copy("servers-log4j2.properties", files.zookeeperConf().resolve("log4j2.properties"));
    properties(files.zooCfg(), lines("zoo"));
    properties(files.clientProperties(), lines("accumulo-client"));
    if (is(Security.KERBEROS)) {
      Files.createDirectories(files.kerberos());
      Files.writeString(files.krb5Conf(), filled("krb5", Map.of()));
      // Accumulo's servers want their own address to have the name of their machine. The names are
      // given here, so that it does not matter what the machine is called elsewhere.
      String here = ClusterRecord.LOOPBACK;
      String own = InetAddress.getLocalHost().getHostName();
      Files.writeString(
          files.hostsFile(), "%s %s%n%s %s%n".formatted(here, KerberosSite.host(), here, own));
      properties(files.kdcProperties(), lines("kdc"));
    }
  }

  /** What Accumulo's servers need. */
  public void writeAccumulo(boolean nativeMaps) throws IOException {
    properties(files.accumuloProperties(), accumulo(nativeMaps));
    copy("servers-log4j2.properties", files.accumuloConf().resolve("log4j2.properties"));
  }

  Map<String, String> accumulo(boolean nativeMaps) {
    Map<String, String> site = lines("accumulo", Map.of("nativeMaps", nativeMaps));
    site.putAll(cluster.spec().site());
    return site;
  }

  /** What a server that shares a site with others has for itself; empty for one of other roles. */
  Map<String, String> own(ServerId id, Map<String, Integer> ports) {
    return switch (id.role()) {
      case DATANODE, NODEMANAGER -> lines(id.role().word(), Map.of("id", id, "ports", ports));
      default -> Map.of();
    };
  }

  /** The URI of an HDFS volume, as Accumulo is configured with it. */
  String uri(InstanceVolume volume) {
    return "hdfs://" + cluster.address(Role.NAMENODE, "rpc") + volume.path();
  }

  /** The lines of a template for this cluster, in its order. */
  Map<String, String> lines(String template) {
    return lines(template, Map.of());
  }

  private Map<String, String> lines(String template, Map<String, Object> more) {
    Map<String, String> lines = new LinkedHashMap<>();
    filled(template, more)
        .lines()
        .filter(line -> !line.isBlank())
        .map(line -> line.split("=", 2))
        .forEach(line -> lines.put(line[0], line[1]));
    return lines;
  }

  private String filled(String template, Map<String, Object> more) {
    Map<String, Object> model = model();
    model.putAll(more);
    StringWriter out = new StringWriter();
    try {
      TEMPLATES.getTemplate(template + ".ftl").process(model, out);
    } catch (IOException | TemplateException e) {
      throw new IllegalStateException(template + " does not fit the cluster", e);
    }
    return out.toString();
  }

  /** What templates can ask for. */
  private Map<String, Object> model() {
    ClusterSpec spec = cluster.spec();
    Map<String, Object> model = new HashMap<>();
    model.put("cluster", cluster);
    model.put("spec", spec);
    model.put("files", files);
    model.put("jars", jars);
    model.put("hdfs", spec.volume() == Volume.HDFS);
    model.put("network", cluster.plan().isPresent());
    model.put("tls", is(Security.TLS));
    model.put("kerberos", is(Security.KERBEROS));
    if (is(Security.KERBEROS)) {
      model.put("host", KerberosSite.host());
      model.put("realm", KerberosSite.REALM);
      model.put("user", KerberosSite.USER);
    }
    spec.disks().tiered().ifPresent(tiers -> model.put("tiers", tiers));
    model.put("kinds", Tier.values());
    model.put("volumes", InstanceVolume.of(spec.disks()));
    model.put(
        "volume",
        Arrays.stream(Tier.values()).collect(Collectors.toMap(Tier::word, InstanceVolume::on)));
    model.put("role", Maps.uniqueIndex(List.of(Role.values()), Role::word));
    model.put(
        "first",
        Arrays.stream(Role.values())
            .collect(Collectors.toMap(Role::word, role -> new ServerId(role, 1))));
    model.put("queue", CommandLines.QUEUE);
    model.put("container", String.join(" ", CommandLines.container(spec, files)));
    return model;
  }

  private boolean is(Security security) {
    return cluster.spec().security() == security;
  }

  private void xml(Path directory, String name) throws IOException {
    Files.writeString(directory.resolve(name + ".xml"), xml(lines(name)));
  }

  static String xml(Map<String, String> site) {
    Escaper text = XmlEscapers.xmlContentEscaper();
    return site.entrySet().stream()
        .map(
            each ->
                "  <property><name>%s</name><value>%s</value></property>\n"
                    .formatted(text.escape(each.getKey()), text.escape(each.getValue())))
        .collect(
            Collectors.joining(
                "", "<?xml version=\"1.0\"?>\n<configuration>\n", "</configuration>\n"));
  }

  /** Only the owner may read it from its first byte on, since it may hold a password. */
  private static void properties(Path file, Map<String, String> lines) throws IOException {
    Path fresh = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
    Files.writeString(fresh, properties(lines));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Lines of a properties file, in the order given and without a time, unlike Java's own. */
  static String properties(Map<String, String> lines) {
    return lines.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue().replace("\\", "\\\\") + "\n")
        .collect(Collectors.joining());
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = Configuration.class.getResourceAsStream(resource)) {
      Files.write(file, in.readAllBytes());
    }
  }
}
