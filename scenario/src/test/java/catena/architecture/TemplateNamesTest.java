// SPDX-License-Identifier: Apache-2.0
package catena.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;

/**
 * The templates of pages and of the cluster's configuration ask values for their parts by name. No
 * compiler sees that: a method that only a template calls looks as if nothing used it.
 */
class TemplateNamesTest {
  private static final Pattern COMMENT = Pattern.compile("<#--.*?-->", Pattern.DOTALL);

  /** What is evaluated: an interpolation, or the inside of a directive or of a macro's call. */
  private static final Pattern EVALUATED =
      Pattern.compile("\\$\\{(.*?)}|<[#@](.*?)>", Pattern.DOTALL);

  private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"");
  private static final Pattern ASKED = Pattern.compile("[\\w\\])?]\\.([a-z]\\w*)");

  /** The library's types that templates are given. */
  private static final Set<Class<?>> LIBRARY = Set.of(Path.class, URI.class, Duration.class);

  /** The names that a template asks values for. */
  private static SortedSet<String> asked(String template) {
    SortedSet<String> names = new TreeSet<>();
    Matcher evaluated = EVALUATED.matcher(COMMENT.matcher(template).replaceAll(""));
    while (evaluated.find()) {
      String inside = ObjectUtils.firstNonNull(evaluated.group(1), evaluated.group(2));
      ASKED
          .matcher(TEXT.matcher(inside).replaceAll(""))
          .results()
          .forEach(name -> names.add(name.group(1)));
    }
    return names;
  }

  /** The names of all methods of main code, as a template may write them. */
  private static Set<String> known() {
    Stream<String> ours =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("catena")
                .stream()
                .flatMap(type -> type.getMethods().stream())
                .map(method -> method.getName());
    Stream<String> theirs =
        LIBRARY.stream()
            .flatMap(type -> Stream.of(type.getMethods()))
            .map(method -> method.getName());
    return Stream.concat(ours, theirs)
        .flatMap(
            name ->
                Stream.of(
                    name, StringUtils.uncapitalize(name.replaceFirst("^(get|is)(?=[A-Z])", ""))))
        .collect(Collectors.toSet());
  }

  @Test
  void whatATemplateAsksForIsAMethodOfSomeType() throws IOException {
    Path home = Path.of(System.getProperty("catena.home"));
    Set<String> known = known();
    SortedSet<String> absent = new TreeSet<>();
    int names = 0;
    try (Stream<Path> all = Files.walk(home)) {
      for (Path file : all.map(home::relativize).filter(TemplateNamesTest::isTemplate).toList()) {
        for (String name : asked(Files.readString(home.resolve(file)))) {
          names++;
          if (!known.contains(name)) {
            absent.add(file + ": " + name);
          }
        }
      }
    }
    assertThat(absent).as("asked for by a template, and no method of main code").isEmpty();
    assertThat(names).isGreaterThan(100);
  }

  private static boolean isTemplate(Path file) {
    return file.toString().matches("\\w+/src/main/resources/.*\\.ftl[hx]?");
  }

  @Test
  void namesAreReadFromInterpolationsDirectivesAndCalls() {
    assertThat(
            asked(
                """
                <#-- ${a.comment} -->
                plain.text ${tier.storageType()} <#if row.mark.anchor?has_content> <@of table.rows/>
                ${"in.quotes" + list[0].cells?size}
                """))
        .containsExactly("anchor", "cells", "mark", "rows", "storageType");
    assertThat(known()).contains("storageType").doesNotContain("noSuchPart");
  }
}
