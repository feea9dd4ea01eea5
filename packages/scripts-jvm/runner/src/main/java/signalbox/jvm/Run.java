package signalbox.jvm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One run of a script, step by step: the call of its function, and what its HTTP responses start. The first callback
 * decides.
 */
final class Run {
  static final int LINES = 100;
  static final int LINE_LENGTH = 1_000;
  private static final ThreadLocal<Run> CURRENT = new ThreadLocal<>();

  final long id;
  final Parties parties;
  private final Limits limits;
  private final Outside outside;
  private final List<String> lines = new ArrayList<>();
  private final Map<Integer, CompletableFuture<String>> waiting = new HashMap<>();
  private int dropped;
  private int calls;
  private int open;
  private Boolean active;
  private String code;
  private String message;
  private boolean isDone;

  /** When its first step began; `null` before that. */
  private Long begunNanos;

  /** For how long it had run when nobody waited for it any more; `null` while somebody does. */
  private Long ranMs;

  /** The steps that are being executed: a script may wait for a response while another thread delivers it. */
  private final List<Step> steps = new ArrayList<>();

  private long spentNanos;
  private long allocated;
  private final boolean isFirst;

  /** The limits of a run: CPU time, bytes, HTTP calls and the bytes of a body. */
  record Limits(long cpuNanos, long bytes, int calls, int bodyBytes) {}

  /** Who asked for a run, and who is responsible for its script. */
  record Parties(String asker, String owner) {}

  /** What a run needs from outside. */
  interface Outside {
    void done(ObjectNode outcome);

    void call(long run, int call, String request);

    /** A run of ours met the end of the heap, so it and its neighbours may be wrong. */
    void exhausted();
  }

  private static final class Step {
    final Thread thread = Thread.currentThread();
    final long cpu = Meter.cpuNanos(thread);
    final long bytes = Meter.bytes(thread);
    int interrupts;
  }

  Run(long id, Parties parties, boolean isFirst, Limits limits, Outside outside) {
    this.id = id;
    this.parties = parties;
    this.isFirst = isFirst;
    this.limits = limits;
    this.outside = outside;
  }

  /** The run whose step this thread executes; `null` if there is none. */
  static Run current() {
    return CURRENT.get();
  }

  Runnable[] answers() {
    return new Runnable[] {() -> answer(true), () -> answer(false)};
  }

  private synchronized void answer(boolean is) {
    if (active == null) active = is;
  }

  synchronized void log(String line) {
    if (isDone) return;
    if (lines.size() == LINES) dropped++;
    else lines.add(line.length() > LINE_LENGTH ? line.substring(0, LINE_LENGTH) : line);
  }

  /** Makes an HTTP call of the script. */
  CompletionStage<String> request(String request) {
    CompletableFuture<String> response = new CompletableFuture<>();
    synchronized (this) {
      if (isDone) throw new IllegalStateException("The script has ended");
      if (calls == limits.calls)
        throw new IllegalStateException("A script may make at most " + limits.calls + " HTTP calls");
      if (request.length() > limits.bodyBytes)
        throw new IllegalStateException("The body of an HTTP call may have at most " + limits.bodyBytes + " bytes");
      waiting.put(calls, response);
      open++;
      outside.call(id, calls++, request);
    }
    return response;
  }

  /** Passes the response of an HTTP call on, in a step of its own. */
  void respond(int call, String response, String error) {
    CompletableFuture<String> future;
    synchronized (this) {
      future = waiting.remove(call);
      if (future == null || isDone) return;
    }
    execute(
        () -> {
          if (error == null) future.complete(response);
          else future.completeExceptionally(new java.io.IOException(error));
          return null;
        },
        true);
  }

  /** Executes a step in this thread. */
  void execute(Callable<Object> part, boolean isResponse) {
    Step own = new Step();
    synchronized (this) {
      if (isDone) return;
      if (begunNanos == null) begunNanos = System.nanoTime();
      steps.add(own);
    }
    Run outer = CURRENT.get();
    CURRENT.set(this);
    boolean isExhausted = false;
    try {
      part.call();
    } catch (OutOfMemoryError error) {
      isExhausted = true;
      fail("EXHAUSTED", String.valueOf(error.getMessage()));
    } catch (StackOverflowError error) {
      fail("EXCEPTION", "StackOverflowError: the script calls itself too deeply");
    } catch (Throwable thrown) {
      fail("EXCEPTION", shown(thrown));
    } finally {
      CURRENT.set(outer);
      synchronized (this) {
        steps.remove(own);
        spentNanos += Meter.cpuNanos(own.thread) - own.cpu;
        allocated += Meter.bytes(own.thread) - own.bytes;
        if (isResponse) open--;
        Thread.interrupted();
      }
    }
    if (isExhausted) outside.exhausted();
    judge();
    conclude();
  }

  private synchronized void fail(String as, String why) {
    if (code != null) return;
    code = as;
    message = why;
  }

  /** Compares what the run has used with its limits. */
  private synchronized void judge() {
    long nanos = spentNanos;
    long bytes = allocated;
    for (Step step : steps) {
      nanos += Meter.cpuNanos(step.thread) - step.cpu;
      bytes += Meter.bytes(step.thread) - step.bytes;
    }
    if (nanos > limits.cpuNanos * (isFirst ? 10 : 1)) overrule("CPU", "The script exceeded its CPU time");
    else if (bytes > limits.bytes) overrule("MEMORY", "The script allocated more than " + (limits.bytes >> 20) + " MiB");
  }

  /** A broken limit counts more than an answer or an exception. */
  private void overrule(String as, String why) {
    if (isBroken()) return;
    code = as;
    message = why;
    active = null;
  }

  /**
   * Samples the run, and interrupts what is over its limits. Returns whether a thread does not let itself be stopped: it
   * was interrupted in more samples than these. On a busy machine samples are late, too.
   */
  synchronized boolean watch(int graceSamples) {
    if (steps.isEmpty()) return false;
    judge();
    if (!isDone && !isBroken()) return false;
    conclude();
    boolean isStuck = false;
    for (Step step : steps) {
      step.thread.interrupt();
      isStuck |= ++step.interrupts > graceSamples;
    }
    return isStuck;
  }

  /** Ends the run without an outcome, because nobody waits for it any more. */
  synchronized void abandon() {
    if (isDone) return;
    isDone = true;
    ranMs = begunNanos == null ? 0 : Math.max(1, (System.nanoTime() - begunNanos) / 1_000_000);
  }

  /**
   * For how many milliseconds it had run when it was abandoned: 0 if it had not begun, otherwise at least 1; `null` if it
   * has an outcome.
   */
  synchronized Long ranMs() {
    return ranMs;
  }

  synchronized boolean isIdle() {
    return steps.isEmpty() && isDone;
  }

  private boolean isBroken() {
    return "CPU".equals(code) || "MEMORY".equals(code) || "EXHAUSTED".equals(code);
  }

  private synchronized void conclude() {
    if (isDone || (!steps.isEmpty() && !isBroken())) return;
    if (code == null && active == null) {
      if (open > 0) return;
      fail("NO_ANSWER", "The script ended without calling enabled() or disabled()");
    }
    isDone = true;
    ObjectNode outcome = Frames.JSON.createObjectNode().put("id", id);
    if (active != null && !isBroken()) outcome.put("active", active);
    else outcome.put("code", code).put("message", message);
    ArrayNode logs = outcome.putArray("logs");
    lines.forEach(logs::add);
    if (dropped > 0) logs.add("… and " + dropped + " more lines");
    outside.done(outcome);
  }

  private static String shown(Throwable thrown) {
    // What is outside the function, in Scala and in Kotlin, runs while its class is initialized.
    if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) return shown(thrown.getCause());
    String text;
    try {
      String message = thrown.getMessage();
      text = thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    } catch (Throwable again) {
      text = "The script threw an exception that cannot be shown";
    }
    return text.length() > LINE_LENGTH ? text.substring(0, LINE_LENGTH) + "…" : text;
  }
}
