// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.TablePermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of an instance about a table and its user. */
class TablesTest {
  private static final GraphSpec SPEC =
      Specs.of(
          GraphSpec.VERSION,
          21,
          0,
          Long.MAX_VALUE,
          20,
          3,
          32767,
          32767,
          List.of("", "A"),
          GraphSpec.VisibilityScope.NODE,
          true,
          Payload.NONE,
          0,
          16);

  private final FakeInstance instance = new FakeInstance();
  private FakeInstance.Table table;

  @BeforeEach
  void aTable() {
    table = instance.table("t");
  }

  @Test
  void aGraphIsReadAsItWasStoredAmongOtherProperties() throws Exception {
    assertThat(TableGraph.load(instance.client(), "t")).isEmpty();
    TableGraph.store(instance.client(), "t", SPEC);
    table.properties.put("table.custom.other", "1");

    assertThat(TableGraph.load(instance.client(), "t")).contains(SPEC);
    assertThat(table.properties).containsAllEntriesOf(TableGraph.asProperties(SPEC));
    assertThat(TableGraph.asProperties(SPEC).keySet())
        .isNotEmpty()
        .allMatch(key -> key.startsWith(TableGraph.PREFIX));
  }

  @Test
  void aGraphThatCannotBeReadIsSaidToBeByWhomeverAsks() {
    assertThatThrownBy(() -> TableGraph.load(instance.client(), "other"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("There is no table other");
    table.properties.put(TableGraph.PREFIX + "version", "99");
    assertThatThrownBy(() -> TableGraph.load(instance.client(), "t"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("Table t has a graph that this version cannot read: ");
  }

  @Test
  void aUserWithoutTheRightIsRefusedWithWhatToGrant() throws Exception {
    TableRights.require(instance.client(), "t", TablePermission.READ, "read table t");
    instance.denied.add("READ");
    assertThatThrownBy(
            () -> TableRights.require(instance.client(), "t", TablePermission.READ, "read table t"))
        .isInstanceOf(UsageException.class)
        .hasMessage("User tester may not read table t; grant Table.READ");
    TableRights.require(instance.client(), "t", TablePermission.WRITE, "write table t");
  }

  @Test
  void propertiesThatMayNotBeReadAreARightToo() {
    instance.fails("getConfiguration", new AccumuloException(FakeInstance.refused()));
    assertThatThrownBy(() -> TableProperties.read(instance.client(), "t"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Table.ALTER_TABLE");
    instance.fails("getConfiguration", new AccumuloException("odd"));
    assertThatThrownBy(() -> TableProperties.read(instance.client(), "t"))
        .isInstanceOf(AccumuloException.class)
        .hasMessageContaining("odd");
  }

  @Test
  void labelsAreAddedToThoseOfTheUser() throws Exception {
    instance.authorizations = new Authorizations("A", "Z");
    UserLabels labels = new UserLabels(instance.client());
    assertThat(labels.missing(List.of("B", "A", "C"))).containsExactly("B", "C");
    assertThat(labels.missing(Set.of("Z"))).isEmpty();
    assertThat(labels.grant(List.of("B"))).isTrue();
    assertThat(instance.authorizations).isEqualTo(new Authorizations("A", "B", "Z"));

    instance.denied.add("ALTER_USER");
    assertThat(labels.grant(List.of("C"))).isFalse();
    assertThat(instance.authorizations).isEqualTo(new Authorizations("A", "B", "Z"));
  }

  @Test
  void aTableReturnsTheNewestVersionOrEachOrIsRefused() throws Exception {
    assertThat(TableIterators.check(instance.client(), "t", Optional.of(SPEC))).isFalse();
    table.properties.put("table.iterator.scan.odd", "30,org.example.Odd");
    table.properties.remove("table.iterator.minc.vers");
    assertThatThrownBy(() -> TableIterators.check(instance.client(), "t", Optional.empty()))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(
            "Table t does not return just what was written",
            "table.iterator.scan.odd=30,org.example.Odd may hide",
            "table.iterator.minc has no org.apache.accumulo.core.iterators.user.Versioning");
    table.properties.keySet().removeIf(key -> key.startsWith("table.iterator."));
    assertThat(TableIterators.check(instance.client(), "t", Optional.of(SPEC))).isTrue();
    assertThat(TableIterators.check(instance.client(), "t", Optional.empty())).isTrue();
  }

  @Test
  void timesMayTieUnlessTheyAreLogical() throws Exception {
    assertThat(TableIterators.mayTie(instance.client(), "t")).isTrue();
    table.time = TimeType.LOGICAL;
    assertThat(TableIterators.mayTie(instance.client(), "t")).isFalse();
  }

  @Test
  void whatATableIsACopyOfIsKeptWithIt() throws Exception {
    TableCopy copy = new TableCopy("s", "7", "p", 3, false);
    copy.store(instance.client(), "t");
    assertThat(TableCopy.load(instance.client(), "t")).contains(copy);
    copy.complete(true).store(instance.client(), "t");
    assertThat(TableCopy.load(instance.client(), "t")).contains(copy.complete(true));
  }

  @Test
  void serversThatCannotSummarizeAreSaidWithWhatToDo() throws Exception {
    assertThat(TableSummaries.missing(instance.client())).isEmpty();
    assertThat(TableSummaries.attached(instance.client(), "t")).isEmpty();
    table.properties.putAll(TableSummaries.of(SPEC).toTableProperties());
    assertThat(TableSummaries.attached(instance.client(), "t")).contains(TableSummaries.of(SPEC));

    instance.summarizes = false;
    assertThatThrownBy(() -> TableSummaries.require(instance.client(), "table.summaries"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("table.summaries: The servers cannot load ");
  }

  @Test
  void whatKerberosSaysIsAnsweredByWhatToDo() {
    ClientLogin.Login by = new ClientLogin.Login("/k.conf", "me@R", "/my.keytab");
    Map<String, String> answers =
        Map.of(
            "x Client not found in database", "correct auth.principal",
            "CLIENT_NOT_FOUND", "correct auth.principal",
            "Unable to obtain password from user", "klist -kt /my.keytab",
            "Checksum failed", "make the keytab anew",
            "Pre-authentication information was invalid", "make the keytab anew",
            "Integrity check on decrypted field failed", "make the keytab anew",
            "Clock skew too great", "the clocks",
            "Cannot locate default realm", "java.security.krb5.conf in the client properties",
            "java.net.ConnectException: Connection refused", "is the KDC",
            "something else", "compare auth.principal");
    answers.forEach(
        (said, advice) -> assertThat(ClientLogin.advice(said, by)).as(said).contains(advice));
    assertThat(ClientLogin.advice("receive timed out", by)).contains("is the KDC");
    assertThat(ClientLogin.advice("Cannot contact any KDC for it", by)).contains("is the KDC");
    assertThat(ClientLogin.advice("PREAUTH_FAILED", by)).contains("/my.keytab");
  }

  @Test
  void withoutKerberosNoUserIsLoggedInAndAMissingFileIsNamedBefore() {
    Properties plain = new Properties();
    plain.setProperty("auth.type", "password");
    plain.setProperty("x", "1");
    assertThat(ClientLogin.prepare(plain)).isEqualTo(plain).isNotSameAs(plain);

    Properties kerberos = new Properties();
    kerberos.setProperty("auth.type", "kerberos");
    kerberos.setProperty("auth.principal", "me@R");
    kerberos.setProperty("java.security.krb5.conf", "/no/such/krb5.conf");
    assertThatThrownBy(() -> ClientLogin.prepare(kerberos))
        .isInstanceOf(UsageException.class)
        .hasMessage("java.security.krb5.conf names /no/such/krb5.conf, which is not there");
  }
}
