package play.api.libs.ws;

/** Scripts import its members by `JsonBodyReadables._`. There are none, because requests and responses need no conversions. */
public final class JsonBodyReadables {
  private JsonBodyReadables() {}
}
