// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorizationSetsTest {
  private static final Setting<String> LIST = Setting.ofString("x.auths", "sets");
  private static final Setting<String> FILE = Setting.ofString("x.auths.file", "a file");

  @TempDir private Path temporary;

  private static String text(Map<String, String> given) {
    return AuthorizationSets.text(settings(given), LIST, FILE);
  }

  private static Settings settings(Map<String, String> given) {
    return Settings.resolve(List.of(LIST, FILE), List.of(Layer.of("-o", given)));
  }

  private Map<String, String> file(String content) throws IOException {
    Path file = temporary.resolve("auths.txt");
    Files.writeString(file, content);
    return Map.of("x.auths.file", file.toString());
  }

  private String text(String content) throws IOException {
    return text(file(content));
  }

  private static void refuses(Map<String, String> given, String why) {
    assertThatThrownBy(() -> text(given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aListIsTakenAsItIsAndNothingIsTheUsersOwn() {
    assertThat(text(Map.of("x.auths", "A,B|C"))).isEqualTo("A,B|C");
    assertThat(text(Map.of())).isEmpty();
  }

  @Test
  void aFileHasASetALine() throws IOException {
    assertThat(text("# sets\n\nA\nA, B\n \n C \n")).isEqualTo("A|A, B|C");
  }

  @Test
  void theEmptySetOfAFileIsASetAndNotTheUsersOwn() throws IOException {
    List<Authorizations> sets =
        AuthorizationSets.of(settings(file("\"\"\n")), LIST, FILE, new Authorizations("A", "B"));
    assertThat(sets).containsExactly(Authorizations.EMPTY);
  }

  @Test
  void aLabelThatTheUserHasNotIsReportedUnderTheSettingThatHasIt() throws IOException {
    Path file = temporary.resolve("auths.txt");
    Files.writeString(file, "A\nC\n");
    Map<String, String> given = Map.of("x.auths.file", file.toString(), "x.auths", "C");
    given.forEach(
        (key, value) ->
            assertThatThrownBy(
                    () ->
                        AuthorizationSets.of(
                            settings(Map.of(key, value)), LIST, FILE, new Authorizations("A")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(key + ": the user has no authorization C"));
  }

  @Test
  void labelsAreThoseOfAllSets() {
    assertThat(AuthorizationSets.labels("A,B|C||A")).containsExactly("A", "B", "C");
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    refuses(Map.of("x.auths.file", "/no/such/file"), "x.auths.file=/no/such/file cannot be read");
    Path file = temporary.resolve("auths.txt");
    Files.writeString(file, "A\nA|B\n");
    refuses(Map.of("x.auths.file", file.toString()), "line 2: 'A|B' is no set");
    refuses(
        Map.of("x.auths.file", file.toString(), "x.auths", "A"), "are both given; leave one out");
    Files.writeString(file, "# nothing\n");
    refuses(Map.of("x.auths.file", file.toString()), "says nothing");
  }

  @Test
  void thePapersSetsAreShipped() {
    assertThat(text(Map.of("x.auths.file", "../conf/security/authorizations.txt")))
        .isEqualTo("A|B|C|D|E|A,B,C,D,E");
  }
}
