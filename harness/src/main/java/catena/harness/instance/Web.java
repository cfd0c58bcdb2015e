// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import catena.records.run.Json;
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
 * Reads JSON through HTTP, with limits.
 *
 * <p>There is one client for all, since each has a thread that ends only when it is collected.
 */
public final class Web {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private static final HttpClient CLIENT =
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
   * @param limit for the whole answer
   * @throws IOException if there is none within the limit
   */
  public JsonNode json(URI address, Duration limit) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).timeout(limit).header("Accept", "application/json").build();
    HttpResponse<byte[]> response = answer(request, limit);
    if (response.statusCode() != 200) {
      throw new IOException(address + " answers with status " + response.statusCode());
    }
    return Json.LINES.readTree(response.body());
  }

  /**
   * A bean of one of Hadoop's servers, as {@code /jmx} returns it.
   *
   * @param pages where the server's web interface is
   * @param name {@code Hadoop:service=NameNode,name=NameNodeInfo}
   * @throws IOException if the server does not answer within the limit, or has no such bean yet
   */
  public JsonNode bean(URI pages, String name, Duration limit)
      throws IOException, InterruptedException {
    JsonNode beans = json(pages.resolve("/jmx?qry=" + name), limit).path("beans");
    if (!beans.has(0)) {
      throw new IOException(pages + " has no " + name);
    }
    return beans.get(0);
  }

  /**
   * The request's own limit ends with the header, and a server may hang in the middle of a body.
   */
  private static HttpResponse<byte[]> answer(HttpRequest request, Duration limit)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      // The JDK's own message is often null.
      String why =
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new IOException(request.uri() + " does not answer: " + why, cause);
    } catch (TimeoutException e) {
      throw new IOException(
          request.uri() + " does not answer: no whole answer within " + limit.toMillis() + " ms",
          e);
    } finally {
      answer.cancel(true);
    }
  }
}
