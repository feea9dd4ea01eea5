package play.api.libs.ws;

import play.api.libs.json.JsValue;
import scala.Option;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/** The response to a request. */
public interface WSResponse {
  int status();

  String body();

  /** The body as JSON. Throws an exception for a body that is not JSON. */
  JsValue json();

  /** The value of a header, in any case of letters. */
  Option<String> header(String name);

  /** All headers, with names in lower case. */
  Map<String, Seq<String>> headers();

  default String contentType() {
    Option<String> type = header("content-type");
    return type.isDefined() ? type.get() : "";
  }
}
