package signalbox.jvm;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Gives the common pool no threads: what scripts do in parallel is done by the thread that asks for it, whose time is
 * measured and which can be interrupted.
 */
public final class NoThreads implements ForkJoinPool.ForkJoinWorkerThreadFactory {
  @Override
  public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
    return null;
  }
}
