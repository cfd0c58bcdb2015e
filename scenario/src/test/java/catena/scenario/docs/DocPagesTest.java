// SPDX-License-Identifier: Apache-2.0
package catena.scenario.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What holds for all pages: they fit on a screen, their links lead somewhere, none is hidden. */
class DocPagesTest {
  private static final int COLUMNS = 110;
  private static final String CONTENTS = "docs/README.md";

  /** A program reads its table, whose cells are names that cannot be broken. */
  private static final String READ_BY_A_PROGRAM = "docs/mutation.md";

  private final Map<String, DocPage> pages =
      DocPage.all().stream().collect(Collectors.toMap(DocPage::name, Function.identity()));

  @Test
  void allPagesAreFound() {
    assertThat(pages).containsKeys("README.md", CONTENTS, "docs/verify.md", "CONTRIBUTING.md");
  }

  @Test
  void noLineIsWiderThanAScreen() {
    List<String> wide = new ArrayList<>();
    for (DocPage page : pages.values()) {
      page.lines().stream()
          .filter(line -> !(page.name().equals(READ_BY_A_PROGRAM) && line.startsWith("|")))
          .filter(line -> line.length() > COLUMNS)
          .forEach(line -> wide.add(page.name() + ": " + line));
    }
    assertThat(wide).isEmpty();
  }

  @Test
  void everyLinkLeadsToAPageAndAHeading() {
    List<String> dead = new ArrayList<>();
    for (DocPage page : pages.values()) {
      for (String link : page.links()) {
        if (!link.contains("://") && !leadsSomewhere(page, link)) {
          dead.add(page.name() + ": " + link);
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  private boolean leadsSomewhere(DocPage page, String link) {
    String[] parts = link.split("#", 2);
    String target =
        parts[0].isEmpty()
            ? page.name()
            : Path.of(page.name()).resolveSibling(parts[0]).normalize().toString();
    return Files.exists(DocPage.ROOT.resolve(target))
        && (parts.length == 1 || pages.get(target).anchors().contains(parts[1]));
  }

  @Test
  void aLinkThatLeadsNowhereIsNoticed() {
    DocPage page = pages.get("docs/verify.md");
    assertThat(leadsSomewhere(page, "trace.md#limits")).isTrue();
    assertThat(leadsSomewhere(page, "#findings")).isTrue();
    assertThat(leadsSomewhere(page, "nowhere.md")).isFalse();
    assertThat(leadsSomewhere(page, "trace.md#nowhere")).isFalse();
  }

  @Test
  void theContentsListEveryPage() {
    List<String> listed =
        pages.get(CONTENTS).links().stream()
            .filter(link -> !link.contains("://"))
            .map(link -> Path.of("docs").resolve(link.split("#", 2)[0]).normalize().toString())
            .toList();
    assertThat(listed)
        .containsAll(pages.keySet().stream().filter(name -> !name.equals(CONTENTS)).toList());
  }

  @Test
  void theProgramIsCalledAsItIsTyped() {
    for (DocPage page : pages.values()) {
      assertThat(page.code()).as(page.name()).noneMatch(code -> code.startsWith("catena "));
    }
  }
}
