// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.records.run.Json;
import com.fasterxml.jackson.core.type.TypeReference;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The templates next to this class; a template's name selects escaping for HTML or XML. */
public final class Templates {
  private static final Configuration CONFIGURATION =
      new Configuration(Configuration.VERSION_2_3_34);

  static {
    CONFIGURATION.setClassForTemplateLoading(Templates.class, "");
    CONFIGURATION.setLocale(Locale.ROOT);
    CONFIGURATION.setDefaultEncoding(StandardCharsets.UTF_8.name());
    CONFIGURATION.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    CONFIGURATION.setLogTemplateExceptions(false);
  }

  private Templates() {}

  /**
   * A template filled with a model.
   *
   * @param model as plain maps, lists and texts: a template gets no objects of Catena's classes
   * @throws IOException if the template is missing, or uses something that the model lacks
   */
  public static String filled(String template, Map<String, ?> model) throws IOException {
    StringWriter out = new StringWriter();
    try {
      CONFIGURATION.getTemplate(template).process(plain(model), out);
    } catch (TemplateException e) {
      throw new IOException(template + " and its model do not fit", e);
    }
    return out.toString();
  }

  private static Map<String, Object> plain(Map<String, ?> model) {
    return Json.LINES.convertValue(model, new TypeReference<LinkedHashMap<String, Object>>() {});
  }
}
