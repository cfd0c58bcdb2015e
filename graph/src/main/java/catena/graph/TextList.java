// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.ArrayList;
import java.util.List;

/** Lists of texts as one text: separated by commas, with commas and backslashes escaped. */
final class TextList {
  private TextList() {}

  /** The one text of a list that has at least one element. */
  static String join(List<String> elements) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < elements.size(); i++) {
      text.append(i == 0 ? "" : ",");
      text.append(elements.get(i).replace("\\", "\\\\").replace(",", "\\,"));
    }
    return text.toString();
  }

  /** The list from which {@link #join} made this text. */
  static List<String> split(String text) {
    List<String> elements = new ArrayList<>();
    StringBuilder element = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        element.append(text.charAt(++i));
      } else if (c == ',') {
        elements.add(element.toString());
        element.setLength(0);
      } else {
        element.append(c);
      }
    }
    elements.add(element.toString());
    return elements;
  }
}
