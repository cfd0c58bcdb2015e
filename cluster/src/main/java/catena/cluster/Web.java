package catena.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks servers through HTTP, with limits. */
final class Web {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /** The JSON at an address. */
  JsonNode json(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(ANSWER)
            .header("Accept", "application/json")
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("status " + response.statusCode() + " from " + address);
    }
    return Json.MAPPER.readTree(response.body());
  }
}
