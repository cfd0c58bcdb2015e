// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.Item.Field;
import catena.records.words.Item.Fields;
import catena.records.words.Item.Items;
import catena.records.words.Item.Nothing;
import catena.records.words.Item.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values know their lines, and are what is written there. */
class DocumentTest {
  private static final String WHOLE =
      """
      # a comment
      number: 1_000
      flag: YES
      off: off
      text: 'a_b'
      none:
      list:
        - one
        -
        - {k: 1:3}
      """;

  private static Field field(int line, Item value) {
    return new Field(line, value);
  }

  private static Fields whole(String number, String flag, String off, String time) {
    Map<String, Field> all = new LinkedHashMap<>();
    all.put("number", field(2, new Text(number, 2)));
    all.put("flag", field(3, new Text(flag, 3)));
    all.put("off", field(4, new Text(off, 4)));
    all.put("text", field(5, new Text("a_b", 5)));
    all.put("none", field(6, new Nothing(6)));
    Fields inner = new Fields(Map.of("k", field(10, new Text(time, 10))), 10);
    all.put("list", field(7, new Items(List.of(new Text("one", 8), new Nothing(9), inner), 8)));
    return new Fields(all, 2);
  }

  @Test
  void aTextIsATreeWhoseValuesKnowTheirLines() {
    Item read = Document.read("f", WHOLE);
    assertThat(read).isEqualTo(whole("1000", "true", "false", "1:3"));
    assertThat(((Fields) read).all().keySet())
        .containsExactly("number", "flag", "off", "text", "none", "list");
    assertThat(read.line()).isEqualTo(2);
    assertThat(Document.read("f", "")).isEqualTo(new Nothing(1));
    assertThat(Document.read("f", "word")).isEqualTo(new Text("word", 1));
  }

  @Test
  void asWrittenNothingIsTakenForANumber() {
    Fields read = (Fields) Document.readAsWritten("f", "a: 1_000\nb: yes\nc: 1:3\nd: ''\n");
    assertThat(read.all().values())
        .extracting(Field::value)
        .containsExactly(
            new Text("1_000", 1), new Text("yes", 2), new Text("1:3", 3), new Text("", 4));
  }

  @Test
  void whatIsWrongIsReportedWithItsPlace() {
    assertThatThrownBy(() -> Document.read("f", "a: 1\nb: 2\na: 3\n"))
        .isInstanceOf(UsageException.class)
        .hasMessage("f line 3: a stands there a second time, after line 1; leave out one");
    assertThatThrownBy(() -> Document.read("f", "x:\n  ? [1, 2]\n  : y\n"))
        .isInstanceOf(UsageException.class)
        .hasMessage("f line 2: a key must be a word");
    assertThatThrownBy(() -> Document.read("f", "a: [1"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("f is not YAML: ");
  }

  @Test
  void fiftyLevelsAreReadAndNoMore() {
    String deep = "[".repeat(50) + "x" + "]".repeat(50);
    Item item = Document.read("f", deep);
    for (int i = 0; i < 50; i++) {
      item = ((Items) item).all().get(0);
    }
    assertThat(item).isEqualTo(new Text("x", 1));
    assertThatThrownBy(() -> Document.read("f", "\n&a [1, *a]"))
        .as("an alias that leads back")
        .isInstanceOf(UsageException.class)
        .hasMessage("f line 2: more than 50 levels");
  }

  @Test
  void aProgramsDocumentsAreMaps() {
    assertThat(Document.values("f", "a: 1\n---\nb: [x, 2]\n"))
        .containsExactly(Map.of("a", 1), Map.of("b", List.of("x", 2)));
    assertThat(Document.values("f", "")).isEmpty();
    assertThatThrownBy(() -> Document.values("f", "- a\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("f is not YAML, or no keys with values: ");
  }
}
