package signalbox.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.arguments.K2JVMCompilerArguments;
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSeverity;
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSourceLocation;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.jetbrains.kotlin.config.Services;

/**
 * Compiles Kotlin. This is the only file that knows the compiler: it uses the one of the command line, because the API
 * for scripts is experimental and changes with each minor version.
 */
final class KotlinCompiler implements Compiler {
  /** What every script can name. It is the first line of the file, so lines of messages are one too high. */
  private static final String IMPORTS =
      "import com.fasterxml.jackson.databind.JsonNode; import play.libs.ws.WSClient;"
          + " import signalbox.script.Log.println; import signalbox.script.Log.print\n";

  private final String classpath;

  KotlinCompiler(String classpath) {
    this.classpath = classpath;
  }

  @Override
  public String bridge() {
    return "signalbox.script.KotlinBridge";
  }

  @Override
  public Compiled compile(String source) throws Exception {
    Path folder = Files.createTempDirectory("script");
    try {
      Path file = folder.resolve("Script.kt");
      Files.writeString(file, IMPORTS + source);
      Path out = folder.resolve("out");
      Messages messages = new Messages();
      new K2JVMCompiler().exec(messages, Services.EMPTY, arguments(file, out));
      if (messages.first != null) throw messages.first;
      return new Compiled("ScriptKt", classesIn(out));
    } finally {
      Folders.delete(folder);
    }
  }

  private K2JVMCompilerArguments arguments(Path file, Path out) {
    K2JVMCompilerArguments arguments = new K2JVMCompilerArguments();
    arguments.setFreeArgs(List.of(file.toString()));
    arguments.setDestination(out.toString());
    arguments.setClasspath(classpath);
    arguments.setNoStdlib(true);
    arguments.setNoReflect(true);
    arguments.setSuppressWarnings(true);
    arguments.setJvmTarget("17");
    // Without `invokedynamic`, which could name any method without a constant of it.
    arguments.setLambdas("class");
    arguments.setSamConversions("class");
    arguments.setStringConcat("inline");
    return arguments;
  }

  private static Map<String, byte[]> classesIn(Path folder) throws IOException {
    Map<String, byte[]> classes = new HashMap<>();
    if (!Files.exists(folder)) return classes;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(one -> one.toString().endsWith(".class"))::iterator) {
        String path = folder.relativize(file).toString();
        String name = path.substring(0, path.length() - ".class".length()).replace('/', '.').replace('\\', '.');
        classes.put(name, Files.readAllBytes(file));
      }
    }
    return classes;
  }

  /** Remembers the first error. */
  private static final class Messages implements MessageCollector {
    Rejected first;

    @Override
    public void clear() {
      first = null;
    }

    @Override
    public boolean hasErrors() {
      return first != null;
    }

    @Override
    public void report(CompilerMessageSeverity severity, String message, CompilerMessageSourceLocation at) {
      if (first != null || !severity.isError()) return;
      int line = at == null ? 1 : Math.max(1, at.getLine() - 1);
      first = new Rejected(message, line, at == null ? 1 : Math.max(1, at.getColumn()));
    }
  }
}
