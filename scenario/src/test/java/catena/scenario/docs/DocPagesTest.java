package catena.scenario.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
    for (DocPage page : pages.values()) {
      assertThat(page.lines())
          .as(page.name())
          .filteredOn(line -> !(page.name().equals(READ_BY_A_PROGRAM) && line.startsWith("|")))
          .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(COLUMNS));
    }
  }

  @Test
  void everyLinkLeadsToAPageAndAHeading() {
    for (DocPage page : pages.values()) {
      for (String link : page.links()) {
        if (!link.contains("://")) {
          String[] parts = link.split("#", 2);
          String target =
              parts[0].isEmpty()
                  ? page.name()
                  : Path.of(page.name()).resolveSibling(parts[0]).normalize().toString();
          assertThat(Files.exists(DocPage.ROOT.resolve(target))).as(page.name() + ": " + link).isTrue();
          if (parts.length > 1) {
            assertThat(pages.get(target).anchors()).as(page.name() + ": " + link).contains(parts[1]);
          }
        }
      }
    }
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
