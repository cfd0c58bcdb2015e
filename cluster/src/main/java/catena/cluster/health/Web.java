package catena.cluster.health;

import catena.cluster.record.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks servers through HTTP, with limits.
 *
 * <p>There is one client for all, since each has a thread that ends only when it is collected.
 */
public final class Web {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /** The JSON at an address. */
  public JsonNode json(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(ANSWER)
            .header("Accept", "application/json")
            .build();
    HttpResponse<String> response = answer(request);
    if (response.statusCode() != 200) {
      throw new IOException("status " + response.statusCode() + " from " + address);
    }
    return Json.MAPPER.readTree(response.body());
  }

  /**
   * The request's own limit ends with the header, and a server may hang in the middle of a body.
   */
  private static HttpResponse<String> answer(HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> answer =
        CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      return answer.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("no answer from " + request.uri() + ": " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException("no whole answer from " + request.uri() + " in time", e);
    } finally {
      answer.cancel(true);
    }
  }
}
