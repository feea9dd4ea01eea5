package signalbox.jvm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Answers frames: compiles, loads and runs scripts of one language. */
final class Runner implements Run.Outside {
  private static final long SAMPLE_MS = 5;
  private static final int GRACE_SAMPLES = 10;

  /** Compilers call themselves as deeply as expressions are nested. */
  private static final long COMPILER_STACK = 16 << 20;

  private final Frames frames;
  private final Compiler compiler;
  private final ClassLoader runtime;
  private final Run.Limits limits;
  private final ExecutorService compiling = Executors.newSingleThreadExecutor(Main.daemon("compile", COMPILER_STACK));
  private final Turns starting;
  private final Turns resuming;
  private final Map<String, Script> scripts = new ConcurrentHashMap<>();
  private final Map<Long, Run> runs = new ConcurrentHashMap<>();
  private final Map<Long, Run> stopping = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<ObjectNode> outcomes = new LinkedBlockingQueue<>();

  Runner(Frames frames, Compiler compiler, ClassLoader runtime, Run.Limits limits, int threads) throws Exception {
    this.frames = frames;
    this.compiler = compiler;
    this.runtime = runtime;
    this.limits = limits;
    starting = new Turns("run", threads);
    resuming = new Turns("resume", threads);
    Script.connect(runtime, compiler.bridge(), Runner::log);
    Main.daemon("watch").newThread(this::watch).start();
    Main.daemon("write").newThread(this::write).start();
  }

  private static void log(String line) {
    Run run = Run.current();
    if (run != null) run.log(line);
  }

  /** Answers frames until there are no more. */
  void serve() throws IOException {
    send(object("ready").put("java", Runtime.version().toString()));
    for (JsonNode frame = frames.read(); frame != null; frame = frames.read()) {
      JsonNode next = frame;
      switch (frame.get("op").asText()) {
        case "check" -> compiling.execute(() -> check(next));
        case "load" -> load(next);
        case "unload" -> scripts.remove(next.get("key").asText());
        case "run" -> run(next);
        case "response" -> respond(next);
        case "abandon" -> abandon(next.get("id").asLong());
        default -> throw new IOException("unknown operation");
      }
    }
  }

  private void check(JsonNode frame) {
    ObjectNode answer = object("checked").put("id", frame.get("id").asLong());
    String source = frame.get("source").asText();
    try {
      Compiler.Compiled compiled = compiler.compile(source);
      Fence.check(compiled.classes(), source);
      if (!compiled.classes().containsKey(compiled.entry())) throw new Compiler.Rejected("The script is empty", 1, 1);
      Script.load(runtime, compiler.bridge(), compiled);
      answer.put("entry", compiled.entry());
      ObjectNode classes = answer.putObject("classes");
      compiled.classes().forEach((name, bytes) -> classes.put(name, Base64.getEncoder().encodeToString(bytes)));
    } catch (Compiler.Rejected rejected) {
      answer.put("error", shortened(rejected.getMessage())).put("line", rejected.line).put("column", rejected.column);
    } catch (IllegalArgumentException | LinkageError | ClassNotFoundException wrong) {
      answer.put("error", String.valueOf(wrong.getMessage())).put("line", 1).put("column", 1);
    } catch (StackOverflowError error) {
      answer.put("error", "The script is nested too deeply").put("line", 1).put("column", 1);
    } catch (OutOfMemoryError error) {
      exhausted();
      answer.put("failure", "the compiler ran out of memory");
    } catch (Throwable thrown) {
      answer.put("failure", shortened(String.valueOf(thrown)));
    }
    send(answer.put("classSpace", Meter.classSpace()));
  }

  private void load(JsonNode frame) {
    String key = frame.get("key").asText();
    Map<String, byte[]> classes = new HashMap<>();
    frame.get("classes").fields().forEachRemaining(
        one -> classes.put(one.getKey(), Base64.getDecoder().decode(one.getValue().asText())));
    try {
      Fence.check(classes, "");
      scripts.put(key, Script.load(runtime, compiler.bridge(), new Compiler.Compiled(frame.get("entry").asText(), classes)));
    } catch (Exception | LinkageError failure) {
      send(object("unloadable").put("key", key).put("failure", String.valueOf(failure.getMessage())));
    }
  }

  private void run(JsonNode frame) {
    JsonNode contexts = frame.get("contexts");
    for (JsonNode one : frame.get("runs")) {
      String key = one.get("key").asText();
      Script script = scripts.get(key);
      long id = one.get("id").asLong();
      if (script == null) continue; // it could not be loaded, and its runs have been failed by that answer
      Run.Parties parties = new Run.Parties(one.path("asker").asText(), one.path("owner").asText(key));
      Run run = new Run(id, parties, !script.hasRun, limits, this);
      runs.put(id, run);
      String context = contexts.get(one.get("context").asInt()).asText();
      starting.add(
          parties.asker(),
          parties.owner(),
          () -> {
            run.execute(() -> script.bind(context, run.answers(), run::request).call(), false);
            script.hasRun = true;
          });
    }
  }

  private void respond(JsonNode frame) {
    Run run = runs.get(frame.get("id").asLong());
    if (run == null) return;
    JsonNode error = frame.get("error");
    JsonNode response = frame.get("response");
    int call = frame.get("call").asInt();
    resuming.add(
        run.parties.asker(),
        run.parties.owner(),
        () -> run.respond(call, response == null ? null : response.toString(), error == null ? null : error.asText()));
  }

  private void abandon(long id) {
    Run run = runs.remove(id);
    if (run == null) return; // it has just ended, and its outcome follows
    run.abandon();
    stopping.put(id, run);
  }

  @Override
  public void done(ObjectNode outcome) {
    long id = outcome.get("id").asLong();
    Run run = runs.remove(id);
    if (run != null) stopping.put(id, run);
    outcomes.add(outcome);
  }

  @Override
  public void call(long run, int call, String request) {
    send(object("http").put("id", run).put("call", call).put("request", request));
  }

  @Override
  public void exhausted() {
    send(object("exhausted"));
  }

  /** Interrupts runs over their limits, and says which do not stop. */
  private void watch() {
    while (true) {
      try {
        Thread.sleep(SAMPLE_MS);
      } catch (InterruptedException never) {
        return;
      }
      for (Run run : runs.values()) run.watch(GRACE_SAMPLES);
      for (Run run : stopping.values()) {
        if (run.isIdle()) stopped(run);
        else if (run.watch(GRACE_SAMPLES)) {
          stopping.remove(run.id);
          send(object("stuck").put("id", run.id));
        }
      }
    }
  }

  /** An abandoned run is only reported once it has stopped: what does not stop is stuck, however late its turn came. */
  private void stopped(Run run) {
    stopping.remove(run.id);
    if (run.ranMs() != null) send(object("abandoned").put("id", run.id).put("ranMs", run.ranMs()));
  }

  /** Writes outcomes; all that wait go into one frame. */
  private void write() {
    while (true) {
      try {
        ObjectNode frame = object("done");
        ArrayNode done = frame.putArray("outcomes").add(outcomes.take());
        for (ObjectNode next = outcomes.poll(); next != null; next = outcomes.poll()) done.add(next);
        send(frame);
      } catch (InterruptedException never) {
        return;
      }
    }
  }

  private static String shortened(String message) {
    return message.length() > Run.LINE_LENGTH ? message.substring(0, Run.LINE_LENGTH) + "…" : message;
  }

  private static ObjectNode object(String op) {
    return Frames.JSON.createObjectNode().put("op", op);
  }

  private void send(JsonNode frame) {
    try {
      frames.write(frame);
    } catch (IOException gone) {
      Runtime.getRuntime().halt(0);
    }
  }
}
