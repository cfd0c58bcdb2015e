// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.accumulo.core.security.VisibilityEvaluator;
import org.apache.accumulo.core.security.VisibilityParseException;

/** Which visibility expressions some authorizations satisfy, as Accumulo itself decides it. */
public final class VisibleTo implements Predicate<String> {
  private final VisibilityEvaluator evaluator;

  /** The expressions that these authorizations satisfy. */
  public VisibleTo(Authorizations authorizations) {
    this.evaluator = new VisibilityEvaluator(authorizations);
  }

  /**
   * Whether the authorizations satisfy an expression.
   *
   * @throws IllegalArgumentException if it is no visibility expression
   */
  @Override
  public boolean test(String expression) {
    try {
      return evaluator.evaluate(new ColumnVisibility(expression.getBytes(StandardCharsets.UTF_8)));
    } catch (VisibilityParseException e) {
      throw new IllegalArgumentException("not a visibility expression: " + expression, e);
    }
  }
}
