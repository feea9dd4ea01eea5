package signalbox.jvm;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Runs scripts for the program that started it, which talks to it over its standard input and output. Arguments: the
 * language, the jars that scripts see, milliseconds of CPU time, MiB of a run, threads, HTTP calls and bytes of a body.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    System.setOut(nowhere);
    System.setErr(nowhere);
    System.setIn(InputStream.nullInputStream());
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> Runtime.getRuntime().halt(3));
    Frames frames = new Frames(new FileInputStream(FileDescriptor.in), out);
    String jars = args[1];
    Run.Limits limits =
        new Run.Limits(
            Long.parseLong(args[2]) * 1_000_000,
            Long.parseLong(args[3]) << 20,
            Integer.parseInt(args[5]),
            Integer.parseInt(args[6]));
    Compiler compiler =
        switch (args[0]) {
          case "kotlin" -> new KotlinCompiler(jars);
          case "scala" -> new ScalaCompiler(jars);
          default -> throw new IllegalArgumentException("unknown language");
        };
    new Runner(frames, compiler, runtimeOf(jars), limits, Integer.parseInt(args[4])).serve();
    leave(Path.of(System.getProperty("java.io.tmpdir")));
    // An archive of classes is only written by a regular end, which a script could hold up.
    if (Boolean.getBoolean("signalbox.archive")) System.exit(0);
    Runtime.getRuntime().halt(0);
  }

  /** Deletes the folder for temporary files, which is there for this process alone: its parent may have been killed. */
  private static void leave(Path temporary) {
    if (!temporary.getFileName().toString().startsWith("signalbox-jvm-")) return;
    try {
      Folders.delete(temporary);
    } catch (java.io.IOException left) {
      // A sandbox does not let its own folder be deleted.
    }
  }

  /** Loads what scripts see, apart from the compiler and from this program. */
  private static ClassLoader runtimeOf(String jars) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String jar : jars.split(java.io.File.pathSeparator)) urls.add(Path.of(jar).toUri().toURL());
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** Creates threads that do not keep the process alive. */
  static ThreadFactory daemon(String name) {
    return daemon(name, 0);
  }

  /** Creates such threads with this many bytes of stack; 0 means as many as Java gives. */
  static ThreadFactory daemon(String name, long stackBytes) {
    return task -> {
      Thread thread = new Thread(null, task, name, stackBytes);
      thread.setDaemon(true);
      return thread;
    };
  }
}
