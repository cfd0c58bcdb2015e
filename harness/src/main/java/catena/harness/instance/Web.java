package catena.harness.instance;

import catena.harness.run.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads JSON through HTTP, with limits. */
public final class Web {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  /** A reader without an open connection. */
  public Web() {}

  /**
   * The JSON at an address.
   *
   * @throws IOException if there is none within the limit
   */
  public JsonNode json(URI address, Duration limit) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).timeout(limit).header("Accept", "application/json").build();
    HttpResponse<byte[]> response = answer(request);
    if (response.statusCode() != 200) {
      throw new IOException(address + " answers with status " + response.statusCode());
    }
    return Json.LINES.readTree(response.body());
  }

  private HttpResponse<byte[]> answer(HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      // The JDK's own message is often null.
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new IOException(request.uri() + " does not answer: " + why, e);
    }
  }
}
