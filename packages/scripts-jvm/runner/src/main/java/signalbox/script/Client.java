package signalbox.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import play.libs.ws.WSClient;
import play.libs.ws.WSRequest;
import play.libs.ws.WSResponse;

/** Sends requests of a script out of the process, as JSON; the program that started it makes them. */
final class Client implements WSClient {
  static final ObjectMapper JSON = new ObjectMapper();
  private final Function<String, CompletionStage<String>> call;

  Client(Function<String, CompletionStage<String>> call) {
    this.call = call;
  }

  @Override
  public WSRequest url(String url) {
    return new Request(url);
  }

  private final class Request implements WSRequest {
    private final ObjectNode headers = JSON.createObjectNode();
    private String url;
    private String body;

    Request(String url) {
      this.url = url;
    }

    @Override
    public WSRequest addHeader(String name, String value) {
      headers.put(name, value);
      return this;
    }

    @Override
    public WSRequest setContentType(String type) {
      return addHeader("content-type", type);
    }

    @Override
    public WSRequest addQueryParameter(String name, String value) {
      String pair = encode(name) + "=" + encode(value);
      url += (url.contains("?") ? "&" : "?") + pair;
      return this;
    }

    @Override
    public WSRequest setBody(String text) {
      body = text;
      return this;
    }

    @Override
    public WSRequest setBody(JsonNode json) {
      body = json.toString();
      return headers.has("content-type") ? this : setContentType("application/json");
    }

    @Override
    public CompletionStage<WSResponse> execute(String method) {
      ObjectNode request = JSON.createObjectNode().put("url", url).put("method", method);
      request.set("headers", headers.deepCopy());
      if (body != null) request.put("body", body);
      return call.apply(request.toString()).thenApply(Response::new);
    }

    @Override
    public CompletionStage<WSResponse> get() {
      return execute("GET");
    }

    @Override
    public CompletionStage<WSResponse> delete() {
      return execute("DELETE");
    }

    @Override
    public CompletionStage<WSResponse> post(String text) {
      return setBody(text).execute("POST");
    }

    @Override
    public CompletionStage<WSResponse> post(JsonNode json) {
      return setBody(json).execute("POST");
    }

    @Override
    public CompletionStage<WSResponse> put(String text) {
      return setBody(text).execute("PUT");
    }

    @Override
    public CompletionStage<WSResponse> put(JsonNode json) {
      return setBody(json).execute("PUT");
    }

    @Override
    public CompletionStage<WSResponse> patch(String text) {
      return setBody(text).execute("PATCH");
    }

    @Override
    public CompletionStage<WSResponse> patch(JsonNode json) {
      return setBody(json).execute("PATCH");
    }
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static final class Response implements WSResponse {
    private final JsonNode response;

    Response(String text) {
      response = parse(text);
    }

    @Override
    public int getStatus() {
      return response.get("status").asInt();
    }

    @Override
    public String getBody() {
      return response.get("body").asText();
    }

    @Override
    public JsonNode asJson() {
      return parse(getBody());
    }

    @Override
    public Optional<String> getSingleHeader(String name) {
      return Optional.ofNullable(response.get("headers").get(name.toLowerCase())).map(JsonNode::asText);
    }
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException error) {
      throw new IllegalStateException("The text is not JSON: " + error.getMessage());
    }
  }
}
