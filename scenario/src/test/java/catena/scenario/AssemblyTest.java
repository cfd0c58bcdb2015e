// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the distribution, the release and the image are made of is there, and they fit together. */
class AssemblyTest {
  private static final Path ROOT = Path.of("..");
  private static final Path ASSEMBLY = Path.of("src/main/assembly");

  private static Document read(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  private static List<Element> elements(Document document, String name) {
    return elements(document.getDocumentElement(), name);
  }

  private static List<Element> elements(Element below, String name) {
    NodeList nodes = below.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static String text(Element below, String name) {
    return elements(below, name).stream()
        .findFirst()
        .map(each -> each.getTextContent().strip())
        .orElse("");
  }

  @Test
  void theDistributionIsMadeOfWhatThereIs() throws Exception {
    Document distribution = read(ASSEMBLY.resolve("distribution.xml"));
    List<String> made = new ArrayList<>();
    elements(distribution, "dependencySet").forEach(set -> made.add(text(set, "outputDirectory")));
    for (Element set : elements(distribution, "fileSet")) {
      String directory = text(set, "directory");
      List<Element> includes = elements(set, "include");
      if (includes.isEmpty()) {
        made.add(text(set, "outputDirectory"));
      }
      for (Element include : includes) {
        Path file = Path.of(directory, include.getTextContent().strip());
        assertThat(file).isRegularFile();
        made.add(file.getFileName().toString());
      }
      if (!directory.contains("target")) {
        assertThat(Path.of(directory)).isDirectory();
      }
    }
    assertThat(made)
        .contains("lib", "lib/accumulo", "lib/hadoop", "bin", "conf", "docs")
        .contains("README.md", "LICENSE", "NOTICE", "CHANGELOG.md");
  }

  @Test
  void theScriptCanBeRunInBoth() throws Exception {
    for (String file : List.of("distribution.xml", "release.xml")) {
      assertThat(elements(read(ASSEMBLY.resolve(file)), "fileSet"))
          .filteredOn(set -> text(set, "outputDirectory").equals("bin"))
          .singleElement()
          .satisfies(set -> assertThat(text(set, "fileMode")).isEqualTo("0755"));
    }
  }

  @Test
  void theReleaseIsTheDistributionInATarball() throws Exception {
    Document pom = read(Path.of("pom.xml"));
    String distribution =
        elements(pom, "execution").stream()
            .filter(each -> text(each, "descriptor").endsWith("distribution.xml"))
            .map(each -> text(each, "finalName"))
            .findFirst()
            .orElseThrow();
    Element profile =
        elements(pom, "profile").stream()
            .filter(each -> text(each, "id").equals("release"))
            .findFirst()
            .orElseThrow();
    assertThat(Path.of(text(profile, "descriptor"))).isRegularFile();
    assertThat(text(profile, "finalName")).isEqualTo("catena-${project.version}");
    assertThat(text(profile, "appendAssemblyId")).isEqualTo("false");

    Document release = read(Path.of(text(profile, "descriptor")));
    assertThat(elements(release, "format"))
        .extracting(Element::getTextContent)
        .containsExactly("tar.gz");
    assertThat(elements(release, "fileSet"))
        .filteredOn(set -> !List.of("licenses", "sbom").contains(text(set, "outputDirectory")))
        .extracting(set -> text(set, "directory"))
        .isNotEmpty()
        .allMatch(each -> each.startsWith("${project.build.directory}/" + distribution));
    assertThat(elements(release, "exclude")).extracting(Element::getTextContent).contains(".*");
  }

  /** For lib, lib/accumulo and lib/hadoop alike, and the texts for all of them. */
  @Test
  void theReleaseHasTheLicensesOfWhatItHolds() throws Exception {
    String made = "../cluster/%s-servers/target/%s";
    for (String what : List.of("licenses", "sbom")) {
      assertThat(elements(read(ASSEMBLY.resolve("release.xml")), "fileSet"))
          .filteredOn(set -> text(set, "outputDirectory").equals(what))
          .extracting(set -> text(set, "directory"))
          .contains(
              "${project.build.directory}/" + what,
              made.formatted("accumulo", what),
              made.formatted("hadoop", what));
    }
    assertThat(ROOT.resolve("licenses")).isDirectoryContaining("glob:**/README.txt");
    assertThat(Files.readString(ROOT.resolve("LICENSE"))).contains("licenses/");
    try (Stream<Path> texts = Files.list(ROOT.resolve("licenses"))) {
      assertThat(texts)
          .as("each names its owners")
          .allSatisfy(
              text ->
                  assertThat(text)
                      .content()
                      .doesNotContain("<owner>", "<copyright holders>", "(c) <year>"));
    }
  }

  @Test
  void theImageTakesTheTarballOfThisVersion() throws Exception {
    String version = text(read(Path.of("pom.xml")).getDocumentElement(), "version");
    List<String> lines = Files.readAllLines(ROOT.resolve("Containerfile"));
    assertThat(lines)
        .contains("ARG VERSION=" + version, "ADD scenario/target/catena-${VERSION}.tar.gz /opt");
    assertThat(Files.readString(ROOT.resolve("docs/release.md")))
        .contains("scenario/target/catena-" + version + ".tar.gz");
    String commands = String.join("\n", lines).replace("\\\n", "");
    assertThat(commands.lines().filter(line -> line.contains("apt-get")))
        .as("packages are one layer, which does not keep what it downloaded")
        .singleElement()
        .asString()
        .startsWith("RUN apt-get update &&")
        .endsWith("rm -rf /var/lib/apt/lists");
  }
}
