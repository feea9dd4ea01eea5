package signalbox.script;

import java.util.ArrayDeque;
import java.util.Queue;
import scala.concurrent.ExecutionContext;

/**
 * Executes what scripts in Scala do with futures in the thread that asks for it, whose time is measured: scripts have no
 * threads of their own. Its type is that of no other context, so the compiler prefers it to what a script imports.
 */
public final class Execution implements ExecutionContext {
  public static final Execution INSTANCE = new Execution();

  /** How deep parts may start parts, each of which may wait for those it starts; further ones wait for their turn. */
  private static final int DEEPEST = 64;

  private static final ThreadLocal<Turn> TURN = ThreadLocal.withInitial(Turn::new);

  private Execution() {}

  private static final class Turn {
    final Queue<Runnable> waiting = new ArrayDeque<>();
    int depth;
  }

  @Override
  public void execute(Runnable part) {
    Turn turn = TURN.get();
    if (turn.depth == DEEPEST) {
      turn.waiting.add(part);
      return;
    }
    turn.depth++;
    try {
      part.run();
      if (turn.depth == 1) for (Runnable next = turn.waiting.poll(); next != null; next = turn.waiting.poll()) next.run();
    } finally {
      if (--turn.depth == 0) turn.waiting.clear();
    }
  }

  @Override
  public void reportFailure(Throwable cause) {
    Log.println(cause);
  }
}
