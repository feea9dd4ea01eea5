package signalbox.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map.Entry;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import play.api.libs.json.JsValue;
import play.api.libs.json.Json;
import play.api.libs.ws.WSClient;
import play.api.libs.ws.WSRequest;
import play.api.libs.ws.WSResponse;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.List$;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.concurrent.Future;
import scala.concurrent.Promise;
import scala.concurrent.Promise$;
import scala.concurrent.duration.Duration;
import scala.jdk.javaapi.CollectionConverters;

/** Sends requests of a script in Scala out of the process, as JSON; the program that started it makes them. */
final class ScalaClient implements WSClient {
  private final Function<String, CompletionStage<String>> call;

  ScalaClient(Function<String, CompletionStage<String>> call) {
    this.call = call;
  }

  @Override
  public WSRequest url(String url) {
    ObjectNode request = Client.JSON.createObjectNode().put("url", url).put("method", "GET");
    request.putObject("headers");
    return new Request(request);
  }

  /** A request as it is sent, which is copied before each change. */
  private final class Request implements WSRequest {
    private final ObjectNode request;

    Request(ObjectNode request) {
      this.request = request;
    }

    private Request with(String name, JsonNode value) {
      ObjectNode other = request.deepCopy();
      other.set(name, value);
      return new Request(other);
    }

    private Request withAll(ObjectNode headers, Tuple2<String, String>[] more) {
      for (Tuple2<String, String> one : more) headers.put(one._1(), one._2());
      return with("headers", headers);
    }

    @SafeVarargs
    @Override
    public final WSRequest withHttpHeaders(Tuple2<String, String>... headers) {
      return withAll(Client.JSON.createObjectNode(), headers);
    }

    @SafeVarargs
    @Override
    public final WSRequest addHttpHeaders(Tuple2<String, String>... headers) {
      return withAll(request.get("headers").deepCopy(), headers);
    }

    @SafeVarargs
    @Override
    public final WSRequest withQueryStringParameters(Tuple2<String, String>... parameters) {
      String url = request.get("url").asText();
      int query = url.indexOf('?');
      return withUrl(query < 0 ? url : url.substring(0, query), parameters);
    }

    @SafeVarargs
    @Override
    public final WSRequest addQueryStringParameters(Tuple2<String, String>... parameters) {
      return withUrl(request.get("url").asText(), parameters);
    }

    private WSRequest withUrl(String url, Tuple2<String, String>[] parameters) {
      StringBuilder text = new StringBuilder(url);
      char before = url.indexOf('?') < 0 ? '?' : '&';
      for (Tuple2<String, String> one : parameters) {
        text.append(before).append(Client.encode(one._1())).append('=').append(Client.encode(one._2()));
        before = '&';
      }
      return with("url", Client.JSON.getNodeFactory().textNode(text.toString()));
    }

    @Override
    public WSRequest withRequestTimeout(Duration timeout) {
      if (!timeout.isFinite()) return this;
      return with("timeoutMs", Client.JSON.getNodeFactory().numberNode(Math.max(1, timeout.toMillis())));
    }

    @Override
    public WSRequest withMethod(String method) {
      return with("method", Client.JSON.getNodeFactory().textNode(method));
    }

    @Override
    public WSRequest withBody(String body) {
      return withBody(body, "text/plain;charset=UTF-8");
    }

    @Override
    public WSRequest withBody(JsValue body) {
      return withBody(Json.stringify(body), "application/json");
    }

    @Override
    public WSRequest withBody(Map<String, Seq<String>> body) {
      StringBuilder form = new StringBuilder();
      CollectionConverters.asJava(body)
          .forEach(
              (name, values) -> {
                for (String value : CollectionConverters.asJava(values))
                  form.append(form.length() == 0 ? "" : "&").append(Client.encode(name)).append('=').append(Client.encode(value));
              });
      return withBody(form.toString(), "application/x-www-form-urlencoded");
    }

    private WSRequest withBody(String body, String type) {
      Request other = with("body", Client.JSON.getNodeFactory().textNode(body));
      ObjectNode headers = (ObjectNode) other.request.get("headers");
      boolean isTyped = false;
      for (Entry<String, JsonNode> header : headers.properties()) isTyped |= header.getKey().equalsIgnoreCase("content-type");
      if (!isTyped) headers.put("content-type", type);
      return other;
    }

    @Override
    public Future<WSResponse> execute() {
      Promise<WSResponse> promise = Promise$.MODULE$.apply();
      call.apply(request.toString())
          .whenComplete(
              (text, error) -> {
                if (error == null) promise.success(new Response(Client.parse(text)));
                else promise.failure(error instanceof CompletionException ? error.getCause() : error);
              });
      return promise.future();
    }
  }

  private record Response(JsonNode response) implements WSResponse {
    @Override
    public int status() {
      return response.get("status").asInt();
    }

    @Override
    public String body() {
      return response.get("body").asText();
    }

    @Override
    public JsValue json() {
      return Json.parse(body());
    }

    @Override
    public Option<String> header(String name) {
      JsonNode value = response.get("headers").get(name.toLowerCase());
      return Option.apply(value == null ? null : value.asText());
    }

    @Override
    public Map<String, Seq<String>> headers() {
      Map<String, Seq<String>> all = Map$.MODULE$.empty();
      for (Entry<String, JsonNode> one : response.get("headers").properties())
        all = all.updated(one.getKey(), List$.MODULE$.<String>empty().$colon$colon(one.getValue().asText()));
      return all;
    }
  }
}
