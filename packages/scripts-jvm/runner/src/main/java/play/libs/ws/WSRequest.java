package play.libs.ws;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletionStage;

/** A request that is put together and then sent. Setters change it and return it. */
public interface WSRequest {
  WSRequest addHeader(String name, String value);

  WSRequest setContentType(String type);

  WSRequest addQueryParameter(String name, String value);

  WSRequest setBody(String body);

  WSRequest setBody(JsonNode body);

  CompletionStage<WSResponse> execute(String method);

  CompletionStage<WSResponse> get();

  CompletionStage<WSResponse> delete();

  CompletionStage<WSResponse> post(String body);

  CompletionStage<WSResponse> post(JsonNode body);

  CompletionStage<WSResponse> put(String body);

  CompletionStage<WSResponse> put(JsonNode body);

  CompletionStage<WSResponse> patch(String body);

  CompletionStage<WSResponse> patch(JsonNode body);

  /** The name that Play uses since 2.6 in Scala, and before it in Java. */
  default WSRequest setHeader(String name, String value) {
    return addHeader(name, value);
  }

  default WSRequest setQueryParameter(String name, String value) {
    return addQueryParameter(name, value);
  }
}
