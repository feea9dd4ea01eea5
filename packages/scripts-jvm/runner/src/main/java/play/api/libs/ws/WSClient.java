package play.api.libs.ws;

/** Makes HTTP requests for a script. A stand-in with the names that scripts of the previous feature service use. */
public interface WSClient {
  /** A request to this address, which is sent by `get`, `post` or another method of it. */
  WSRequest url(String url);
}
