package play.api.libs.ws;

/** Scripts import its members by `DefaultBodyWritables._`. There are none, because requests and responses need no conversions. */
public final class DefaultBodyWritables {
  private DefaultBodyWritables() {}
}
