package play.api.libs.ws;

/** Scripts import its members by `DefaultBodyReadables._`. There are none, because requests and responses need no conversions. */
public final class DefaultBodyReadables {
  private DefaultBodyReadables() {}
}
