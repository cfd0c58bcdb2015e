// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.job.Runner.LocalShuffle;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import com.sun.security.auth.module.Krb5LoginModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.LoginException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.util.MRJobConfUtil;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
  private static final String SHUFFLE = "mapreduce.job.reduce.shuffle.consumer.plugin.class";

  @TempDir Path site;

  @Test
  void aSitesSettingsDoNotThinAJobOut() throws Exception {
    Files.writeString(site.resolve("yarn-site.xml"), "<configuration/>");
    Files.writeString(
        site.resolve("mapred-site.xml"),
        """
        <configuration>
          <property><name>mapreduce.map.failures.maxpercent</name><value>5</value></property>
          <property><name>mapreduce.reduce.failures.maxpercent</name><value>5</value></property>
          <property><name>mapreduce.map.skip.maxrecords</name><value>10</value></property>
          <property><name>mapreduce.reduce.skip.maxgroups</name><value>10</value></property>
          <property><name>mapreduce.task.skip.start.attempts</name><value>1</value></property>
          <property><name>mapreduce.map.speculative</name><value>true</value></property>
          <property><name>mapreduce.job.combine.class</name><value>java.lang.Object</value></property>
          <property><name>%s</name><value>java.lang.Object</value></property>
          <property><name>mapreduce.job.queuename</name><value>tests</value></property>
        </configuration>
        """
            .formatted(SHUFFLE));
    try (Runner runner = yarn()) {
      Configuration conf = runner.configuration();

      assertThat(conf.getInt("mapreduce.map.failures.maxpercent", -1)).isZero();
      assertThat(conf.getInt("mapreduce.reduce.failures.maxpercent", -1)).isZero();
      assertThat(conf.getInt("mapreduce.map.skip.maxrecords", -1)).isZero();
      assertThat(conf.getInt("mapreduce.reduce.skip.maxgroups", -1)).isZero();
      assertThat(conf.getInt("mapreduce.task.skip.start.attempts", -1)).isGreaterThan(1000);
      assertThat(conf.getBoolean("mapreduce.map.speculative", true)).isFalse();
      assertThat(conf.get("mapreduce.job.combine.class")).isNull();
      assertThat(conf.get(SHUFFLE)).as("the site's own way").isEqualTo("java.lang.Object");
      assertThat(conf.get("mapreduce.job.queuename")).isEqualTo("tests");
    }
  }

  @Test
  void reducersMergeFilesThemselvesOnlyWhereTheyMayBeInTheirMappersProcess() throws Exception {
    Files.writeString(site.resolve("yarn-site.xml"), "<configuration/>");
    Files.writeString(
        site.resolve("mapred-site.xml"),
        """
        <configuration>
          <property><name>mapreduce.job.ubertask.enable</name><value>true</value></property>
        </configuration>
        """);
    try (Runner uber = yarn();
        Runner here = Runner.local("test", 1)) {
      for (Runner each : List.of(uber, here)) {
        assertThat(each.configuration().get(SHUFFLE)).isEqualTo(LocalShuffle.class.getName());
      }
    }
  }

  @Test
  void whatLocalTasksHaveReadIsKnownBeforeProgressIsPrinted() throws Exception {
    try (Runner here = Runner.local("test", 1)) {
      // Progress is printed every 10 s, and the counts are asked for every 2 s.
      assertThat(MRJobConfUtil.getTaskProgressReportInterval(here.configuration()))
          .isLessThanOrEqualTo(1000);
    }
  }

  /**
   * As many tasks as tablets where they run on many machines; here each costs more than it saves.
   */
  @Test
  void onYarnThereMayBeATaskForEachTablet() throws Exception {
    Files.writeString(site.resolve("yarn-site.xml"), "<configuration/>");
    try (Runner runner = yarn()) {
      assertThat(runner.mostRanges(100_000)).isEqualTo(100_000);
      assertThat(runner.configuration().getLong("mapreduce.job.split.metainfo.maxsize", 0))
          .isEqualTo(-1);
    }
    try (Runner runner = Runner.local("verify", 0)) {
      assertThat(runner.mostRanges(100_000)).isEqualTo(4096);
      assertThat(runner.mostRanges(7)).isEqualTo(7);
    }
  }

  /** As every job does for the directory of its output. */
  @Test
  void withKerberosAJobHereAsksForNoTokensOfFileSystems() throws Exception {
    System.setProperty("java.security.krb5.realm", "TEST.LOCAL");
    System.setProperty("java.security.krb5.kdc", "127.0.0.1:1");
    readKerberosAgain();
    try (Runner runner = Runner.local("verify", 0)) {
      Configuration conf = runner.configuration();
      conf.set("hadoop.security.authentication", "kerberos");
      UserGroupInformation.setConfiguration(conf);
      Credentials credentials = new Credentials();
      TokenCache.obtainTokensForNamenodes(
          credentials, new org.apache.hadoop.fs.Path[] {runner.nextOutput()}, conf);
      assertThat(UserGroupInformation.isSecurityEnabled()).isTrue();
      assertThat(credentials.numberOfTokens()).isZero();
    } finally {
      UserGroupInformation.reset();
      System.clearProperty("java.security.krb5.realm");
      System.clearProperty("java.security.krb5.kdc");
      readKerberosAgain();
    }
  }

  /** Java reads the properties of Kerberos once, and anew for a login that asks for it. */
  private static void readKerberosAgain() {
    Krb5LoginModule login = new Krb5LoginModule();
    login.initialize(
        new Subject(), null, Map.of(), Map.of("refreshKrb5Config", "true", "doNotPrompt", "true"));
    assertThatThrownBy(login::login).isInstanceOf(LoginException.class);
  }

  @Test
  void aPlaceWithoutYarnIsRefusedInTheWordsOfItsSettings() {
    assertThatThrownBy(this::yarn)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("job.on=yarn")
        .hasMessageContaining("hadoop.conf")
        .hasMessageContaining(site.toString());
  }

  @Test
  void aPlaceIsCheckedBeforeAnythingBegins() throws Exception {
    assertThatThrownBy(() -> Runner.check(settings("yarn"))).isInstanceOf(UsageException.class);
    Runner.check(settings("local"));
    Files.writeString(site.resolve("yarn-site.xml"), "<configuration/>");
    Runner.check(settings("yarn"));
  }

  private Runner yarn() throws Exception {
    return Runner.of("verify", settings("yarn"));
  }

  private Settings settings(String on) {
    Map<String, String> all = Map.of("job.on", on, "hadoop.conf", site.toString());
    return Settings.resolve(JobSettings.ALL, List.of(Layer.of("-o", all)));
  }
}
