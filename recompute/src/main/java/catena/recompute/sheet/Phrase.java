package catena.recompute.sheet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words with numbers in them, each of which is compared on its own. */
public record Phrase(List<Cell> parts) implements Cell {
  /** Copies the parts. */
  public Phrase {
    parts = List.copyOf(parts);
  }

  static Phrase of(Object... parts) {
    return new Phrase(
        Arrays.stream(parts)
            .map(part -> part instanceof Cell cell ? cell : Cell.text(String.valueOf(part)))
            .toList());
  }

  /** A text, in which a line may end between any two words, or within one that is too long. */
  static String literal(String text) {
    return text.strip()
        .codePoints()
        .filter(c -> c != ' ')
        .mapToObj(c -> Pattern.quote(Character.toString(c)))
        .collect(
            Collectors.joining(
                " ?", text.startsWith(" ") ? " ?" : "", text.endsWith(" ") ? " ?" : ""));
  }

  @Override
  public boolean agrees(String shown) {
    Matcher matcher = Pattern.compile(captured()).matcher(shown);
    return matcher.matches() && differing(matcher).isEmpty();
  }

  /** The form with a group for each part. */
  String captured() {
    return flat().stream()
        .map(cell -> cell instanceof Text ? cell.form() : "(" + cell.form() + ")")
        .collect(Collectors.joining());
  }

  /** The parts of parts too. */
  private List<Cell> flat() {
    List<Cell> flat = new ArrayList<>();
    for (Cell part : parts) {
      if (part instanceof Phrase phrase) {
        flat.addAll(phrase.flat());
      } else {
        flat.add(part);
      }
    }
    return flat;
  }

  /** How many numbers there are. */
  int numbers() {
    return (int) flat().stream().filter(cell -> !(cell instanceof Text)).count();
  }

  /** The numbers that a text of the right form tells wrongly. */
  List<String> differing(Matcher matched) {
    List<String> wrong = new ArrayList<>();
    int group = 1;
    for (Cell cell : flat()) {
      if (!(cell instanceof Text) && !cell.agrees(matched.group(group++))) {
        wrong.add(matched.group(group - 1) + " for " + cell.words());
      }
    }
    return wrong;
  }

  @Override
  public String words() {
    return parts.stream().map(Cell::words).collect(Collectors.joining());
  }

  @Override
  public String form() {
    return flat().stream().map(Cell::form).collect(Collectors.joining());
  }
}
