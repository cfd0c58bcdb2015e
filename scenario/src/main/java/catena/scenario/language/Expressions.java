// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import catena.records.words.Nearest;
import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.FunctionDictionaryIfc;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.AbstractFunction;
import com.ezylang.evalex.functions.FunctionParameter;
import com.ezylang.evalex.functions.basic.CeilingFunction;
import com.ezylang.evalex.functions.basic.FloorFunction;
import com.ezylang.evalex.functions.basic.IfFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.parser.ParseException;
import com.ezylang.evalex.parser.Token;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts with expressions in them: {@code ${round(3 * servers)}M}.
 *
 * <p>A name alone stands for the parameter's text, whatever it is. Anything else is arithmetic over
 * parameters that are numbers, with {@code + - * / ^}, comparisons, {@code min}, {@code max},
 * {@code round}, {@code ceiling}, {@code floor} and {@code if(condition, then, else)}. A whole
 * result has no decimals.
 *
 * <p>{@code ${draw(8M, 32M, none)}} is one of the texts between the commas, drawn by the run's seed
 * and the name of what it is the value of: equal seeds draw the same.
 */
public final class Expressions {
  /** No two braces within: an expression holds no expression. */
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^{}]*)}");

  /** A draw alone: nothing is calculated with what is drawn. */
  private static final Pattern DRAW = Pattern.compile("draw\\s*\\(([^()]*)\\)");

  /** Enough for whole numbers of 10^18 and few enough to hide that 1/3 has no end. */
  private static final MathContext SHOWN = new MathContext(24, RoundingMode.HALF_EVEN);

  /** Digits behind the point that a result may have. */
  private static final int DECIMALS = 12;

  private static final ExpressionConfiguration LANGUAGE =
      ExpressionConfiguration.builder()
          .functionDictionary(functions())
          .defaultConstants(Map.of())
          .implicitMultiplicationAllowed(false)
          .arraysAllowed(false)
          .structuresAllowed(false)
          .build();

  /** The only functions: with a random number a run could not be repeated. */
  private static FunctionDictionaryIfc functions() {
    MapBasedFunctionDictionary functions = new MapBasedFunctionDictionary();
    functions.addFunction("MIN", new MinFunction());
    functions.addFunction("MAX", new MaxFunction());
    functions.addFunction("CEILING", new CeilingFunction());
    functions.addFunction("FLOOR", new FloorFunction());
    functions.addFunction("IF", new IfFunction());
    functions.addFunction("ROUND", new ToWhole());
    return functions;
  }

  /** {@code round(x)}: the nearest whole number, halves up. */
  @FunctionParameter(name = "value")
  private static final class ToWhole extends AbstractFunction {
    @Override
    public EvaluationValue evaluate(
        Expression expression, Token name, EvaluationValue... arguments) {
      return expression.convertValue(
          arguments[0].getNumberValue().setScale(0, RoundingMode.HALF_UP));
    }
  }

  private Expressions() {}

  /**
   * The text with a value in the place of each expression.
   *
   * @param parameters their texts by name
   * @throws IllegalArgumentException if one names no parameter, or cannot be worked out; the
   *     message says which and why
   */
  public static String resolve(String text, Map<String, String> parameters) {
    return resolve(
        text,
        parameters,
        choices -> {
          throw new IllegalArgumentException(
              "only the value of a parameter is drawn: make it one, and name that here");
        });
  }

  /** Whether a value is drawn. */
  static boolean isDrawn(String text) {
    return EXPRESSION.matcher(text).results().anyMatch(each -> isDraw(each.group(1)));
  }

  private static boolean isDraw(String expression) {
    return DRAW.matcher(expression.strip()).matches();
  }

  /**
   * The same for the value of a parameter.
   *
   * @param chooser draws a number below one that is given
   */
  static String resolve(String text, Map<String, String> parameters, IntUnaryOperator chooser) {
    Matcher matcher = EXPRESSION.matcher(text);
    StringBuilder resolved = new StringBuilder();
    while (matcher.find()) {
      String expression = matcher.group(1).strip();
      String whole = parameters.get(expression);
      String value =
          isDraw(expression)
              ? drawn(expression, chooser)
              : whole == null ? computed(expression, parameters) : whole;
      matcher.appendReplacement(resolved, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(resolved).toString();
  }

  private static String drawn(String expression, IntUnaryOperator chooser) {
    Matcher draw = DRAW.matcher(expression);
    String[] choices = draw.matches() ? draw.group(1).split(",", -1) : new String[0];
    if (choices.length < 2) {
      throw new IllegalArgumentException(
          "${%s}: there is nothing to choose; write two values or more".formatted(expression));
    }
    return choices[chooser.applyAsInt(choices.length)].strip();
  }

  private static String computed(String text, Map<String, String> parameters) {
    Expression expression = new Expression(text, LANGUAGE);
    try {
      for (String name : new TreeSet<>(expression.getUsedVariables())) {
        if (!parameters.containsKey(name)) {
          throw new IllegalArgumentException(
              "${%s}: there is no parameter %s%s"
                  .formatted(text, name, Nearest.hint(name, parameters.keySet())));
        }
        expression.with(name, number(text, name, parameters.get(name)));
      }
      EvaluationValue value = expression.evaluate();
      return value.isNumberValue() ? shown(value.getNumberValue()) : value.getStringValue();
    } catch (ParseException | EvaluationException e) {
      throw new IllegalArgumentException("${%s}: %s".formatted(text, e.getMessage()), e);
    }
  }

  private static BigDecimal number(String expression, String name, String text) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "${%s}: %s is '%s', which is no number to calculate with; ${%s} alone stands for the text"
              .formatted(expression, name, text, name),
          e);
    }
  }

  private static String shown(BigDecimal value) {
    BigDecimal rounded = value.round(SHOWN);
    if (rounded.scale() > DECIMALS) {
      rounded = rounded.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
