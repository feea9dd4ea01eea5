package signalbox.jvm;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** Measures what threads use. */
final class Meter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Meter() {}

  static long cpuNanos(Thread thread) {
    return THREADS.getThreadCpuTime(thread.getId());
  }

  static long bytes(Thread thread) {
    return THREADS.getThreadAllocatedBytes(thread.getId());
  }

  /** The part of the space for classes that is in use, from 0 to 1; 0 if that space has no limit. */
  static double classSpace() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans())
      if (pool.getName().equals("Metaspace") && pool.getUsage().getMax() > 0)
        return (double) pool.getUsage().getUsed() / pool.getUsage().getMax();
    return 0;
  }
}
