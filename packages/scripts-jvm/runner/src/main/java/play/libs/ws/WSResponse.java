package play.libs.ws;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The response to a request. */
public interface WSResponse {
  int getStatus();

  String getBody();

  /** The body as JSON. Throws an `IllegalStateException` for a body that is not JSON. */
  JsonNode asJson();

  /** The value of a header, in any case of letters. */
  Optional<String> getSingleHeader(String name);

  default String getHeader(String name) {
    return getSingleHeader(name).orElse(null);
  }
}
