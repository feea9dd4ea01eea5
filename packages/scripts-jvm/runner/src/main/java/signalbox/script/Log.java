package signalbox.script;

import java.util.function.Consumer;

/** What scripts print becomes a line of their log. Scripts see its methods under their own names. */
public final class Log {
  static volatile Consumer<String> sink = line -> {};

  private Log() {}

  public static void println(Object value) {
    sink.accept(String.valueOf(value));
  }

  public static void println() {
    sink.accept("");
  }

  public static void print(Object value) {
    sink.accept(String.valueOf(value));
  }

  public static void printf(String format, Object... values) {
    sink.accept(String.format(format, values));
  }
}
