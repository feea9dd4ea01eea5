package signalbox.jvm;

import java.util.Map;

/** Compiles scripts of one language. */
interface Compiler {
  /** Compiles a script to classes, by their names. Throws a `Rejected` with the first error of the script. */
  Compiled compile(String source) throws Exception;

  /** The class of the runtime of scripts that calls them. */
  String bridge();

  /** A script that is compiled: the class with its function, and the bytes of all classes. */
  record Compiled(String entry, Map<String, byte[]> classes) {}

  /** An error in a script, at a line and a column from 1. */
  final class Rejected extends Exception {
    final int line;
    final int column;

    Rejected(String message, int line, int column) {
      super(message);
      this.line = line;
      this.column = column;
    }
  }
}
