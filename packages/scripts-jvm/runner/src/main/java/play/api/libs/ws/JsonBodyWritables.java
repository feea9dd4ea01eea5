package play.api.libs.ws;

/** Scripts import its members by `JsonBodyWritables._`. There are none, because requests and responses need no conversions. */
public final class JsonBodyWritables {
  private JsonBodyWritables() {}
}
