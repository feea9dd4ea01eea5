package signalbox.jvm;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.internal.Trees;
import scala.reflect.internal.util.Position;
import scala.reflect.internal.util.SourceFile;
import scala.reflect.io.AbstractFile;
import scala.reflect.io.VirtualDirectory;
import scala.tools.nsc.Global;
import scala.tools.nsc.Settings;
import scala.tools.nsc.reporters.StoreReporter;

/** Compiles Scala 2.13, in memory. This is the only file that knows the compiler. */
final class ScalaCompiler implements Compiler {
  private static final String FILE = "Script.scala";

  /**
   * What every script can name, outside of the object that it is in, so that its own names hide it. It is the first line
   * of the file, so lines of messages are one too high.
   */
  private static final String HEAD =
      "object Script { import scala.concurrent._; import play.api.libs.json._; import play.api.libs.ws._;"
          + " import signalbox.script.Log.{println, print, printf};"
          + " implicit def ec: signalbox.script.Execution = signalbox.script.Execution.INSTANCE; object Body {\n";

  private static final String TAIL = "\n}}\n";

  /** Compilations after which the compiler is made anew, because it remembers names of all of them. */
  private static final int MOST = 100;

  private final Settings settings;
  private final StoreReporter reporter;
  private Global global;
  private int compilations;

  ScalaCompiler(String classpath) {
    settings = settingsFor(classpath);
    reporter = new StoreReporter(settings);
  }

  private static Settings settingsFor(String classpath) {
    Settings settings = new Settings();
    // Without `invokedynamic`, which could name any method without a constant of it: Java 8 has none for texts.
    List<String> words =
        List.of("-classpath", classpath, "-Ydelambdafy:inline", "-target:8", "-nowarn", "-feature:false", "-g:none");
    settings.processArguments(CollectionConverters.asScala(words).toList(), true);
    return settings;
  }

  @Override
  public String bridge() {
    return "signalbox.script.ScalaBridge";
  }

  @Override
  public Compiled compile(String source) throws Exception {
    if (global == null || compilations++ == MOST) {
      global = new Global(settings, reporter);
      compilations = 0;
    }
    boolean isUsable = false;
    try {
      Compiled compiled = new Compiled("Script$Body$", classesOf(source));
      isUsable = true;
      return compiled;
    } catch (Rejected rejected) {
      isUsable = true;
      throw rejected;
    } finally {
      // A compiler that failed may be in any state.
      if (!isUsable) global = null;
    }
  }

  private Map<String, byte[]> classesOf(String source) throws Rejected, IOException {
    String text = HEAD + source + TAIL;
    VirtualDirectory out = new VirtualDirectory("compiled", Option.empty());
    settings.outputDirs().setSingleOutput(out);
    reporter.reset();
    Global.Run run = global.new Run();
    Trees.Tree tree = global.newUnitParser(text, FILE).parse();
    rejectErrors(source);
    // Other scripts would see what is declared beside the object.
    if (!isOneObject(tree)) throw new Rejected("The script closes a brace that it does not open", 1, 1);
    List<SourceFile> files = List.of(global.newSourceFile(text, FILE));
    run.compileSources(CollectionConverters.asScala(files).toList());
    rejectErrors(source);
    Map<String, byte[]> classes = new HashMap<>();
    addClasses("", out, classes);
    return classes;
  }

  private static boolean isOneObject(Trees.Tree tree) {
    if (!(tree instanceof Trees.PackageDef file)) return false;
    return file.stats().size() == 1
        && file.stats().head() instanceof Trees.ModuleDef object
        && object.name().toString().equals("Script")
        && object.impl().body().count(one -> one instanceof Trees.ModuleDef) == 1;
  }

  private static void addClasses(String prefix, AbstractFile folder, Map<String, byte[]> classes) throws IOException {
    for (AbstractFile file : CollectionConverters.asJava(folder.toList())) {
      if (file.isDirectory()) addClasses(prefix + file.name() + ".", file, classes);
      else if (file.name().endsWith(".class"))
        classes.put(prefix + file.name().substring(0, file.name().length() - ".class".length()), file.toByteArray());
    }
  }

  /** Throws the first error that was reported, at its place in the script. */
  private void rejectErrors(String source) throws Rejected {
    for (StoreReporter.Info info : CollectionConverters.asJava(reporter.infos()))
      if (info.severity() == reporter.ERROR()) throw rejected(info.msg(), info.pos(), source);
  }

  private static Rejected rejected(String message, Position at, String source) {
    if (!at.isDefined()) return new Rejected(message, 1, 1);
    int offset = Math.max(0, Math.min(at.point() - HEAD.length(), source.length()));
    String before = source.substring(0, offset);
    int line = 1 + (int) before.chars().filter(one -> one == '\n').count();
    return new Rejected(message, line, offset - before.lastIndexOf('\n'));
  }
}
