package play.api.libs.ws;

import play.api.libs.json.JsValue;
import scala.Tuple2;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

/** A request that is put together and then sent. It does not change: its methods return another one. */
@SuppressWarnings("unchecked") // Scala passes what these methods declare.
public interface WSRequest {
  /** With exactly these headers. */
  WSRequest withHttpHeaders(Tuple2<String, String>... headers);

  WSRequest addHttpHeaders(Tuple2<String, String>... headers);

  /** The name of `addHttpHeaders` before Play 2.6. */
  default WSRequest withHeaders(Tuple2<String, String>... headers) {
    return addHttpHeaders(headers);
  }

  /** With exactly these parameters in its address. */
  WSRequest withQueryStringParameters(Tuple2<String, String>... parameters);

  WSRequest addQueryStringParameters(Tuple2<String, String>... parameters);

  /** The name of `addQueryStringParameters` before Play 2.6. */
  default WSRequest withQueryString(Tuple2<String, String>... parameters) {
    return addQueryStringParameters(parameters);
  }

  /** Ends the call after this time. It ends with the run of the script, too. */
  WSRequest withRequestTimeout(Duration timeout);

  WSRequest withMethod(String method);

  WSRequest withBody(String body);

  WSRequest withBody(JsValue body);

  /** The fields of a form. */
  WSRequest withBody(Map<String, Seq<String>> body);

  /** Sends it with the method of `withMethod`, otherwise GET. */
  Future<WSResponse> execute();

  default Future<WSResponse> execute(String method) {
    return withMethod(method).execute();
  }

  default Future<WSResponse> get() {
    return execute("GET");
  }

  default Future<WSResponse> head() {
    return execute("HEAD");
  }

  default Future<WSResponse> options() {
    return execute("OPTIONS");
  }

  default Future<WSResponse> delete() {
    return execute("DELETE");
  }

  default Future<WSResponse> post(String body) {
    return withBody(body).execute("POST");
  }

  default Future<WSResponse> post(JsValue body) {
    return withBody(body).execute("POST");
  }

  default Future<WSResponse> post(Map<String, Seq<String>> body) {
    return withBody(body).execute("POST");
  }

  default Future<WSResponse> put(String body) {
    return withBody(body).execute("PUT");
  }

  default Future<WSResponse> put(JsValue body) {
    return withBody(body).execute("PUT");
  }

  default Future<WSResponse> put(Map<String, Seq<String>> body) {
    return withBody(body).execute("PUT");
  }

  default Future<WSResponse> patch(String body) {
    return withBody(body).execute("PATCH");
  }

  default Future<WSResponse> patch(JsValue body) {
    return withBody(body).execute("PATCH");
  }

  default Future<WSResponse> patch(Map<String, Seq<String>> body) {
    return withBody(body).execute("PATCH");
  }
}
