package signalbox.jvm;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Executes parts of runs on a few threads: askers take turns, and among the parts of one asker the owners of scripts do.
 * Of the threads, one asker has all but one at most, and one owner all but two, because nobody can be interrupted.
 */
final class Turns {
  private final int mostOfAsker;
  private final int mostOfOwner;
  private final Map<String, Asker> askers = new HashMap<>();

  /** Those with parts that wait, the next one first. */
  private final ArrayDeque<Asker> waiting = new ArrayDeque<>();

  private static final class Asker {
    final String name;
    final Map<String, Owner> owners = new HashMap<>();
    final ArrayDeque<Owner> waiting = new ArrayDeque<>();
    int running;

    Asker(String name) {
      this.name = name;
    }
  }

  private static final class Owner {
    final String name;
    final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    int running;

    Owner(String name) {
      this.name = name;
    }
  }

  private record Turn(Asker asker, Owner owner, Runnable part) {}

  Turns(String name, int threads) {
    mostOfAsker = Math.max(1, threads - 1);
    mostOfOwner = Math.max(1, threads - 2);
    for (int count = 0; count < threads; count++) Main.daemon(name).newThread(this::work).start();
  }

  synchronized void add(String askerName, String ownerName, Runnable part) {
    Asker asker = askers.computeIfAbsent(askerName, Asker::new);
    Owner owner = asker.owners.computeIfAbsent(ownerName, Owner::new);
    if (asker.waiting.isEmpty()) waiting.add(asker);
    if (owner.waiting.isEmpty()) asker.waiting.add(owner);
    owner.waiting.add(part);
    notify();
  }

  private void work() {
    try {
      while (true) {
        Turn turn = take();
        try {
          turn.part.run();
        } finally {
          end(turn);
        }
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Turn take() throws InterruptedException {
    while (true) {
      Turn turn = next();
      if (turn != null) return turn;
      wait();
    }
  }

  /** The part whose turn it is; `null` if none may be executed now. */
  private Turn next() {
    for (Iterator<Asker> left = waiting.iterator(); left.hasNext(); ) {
      Asker asker = left.next();
      if (asker.running == mostOfAsker) continue;
      Owner owner = free(asker);
      if (owner == null) continue;
      left.remove();
      Runnable part = owner.waiting.remove();
      if (!owner.waiting.isEmpty()) asker.waiting.add(owner);
      if (!asker.waiting.isEmpty()) waiting.add(asker);
      asker.running++;
      owner.running++;
      return new Turn(asker, owner, part);
    }
    return null;
  }

  private Owner free(Asker asker) {
    for (Iterator<Owner> left = asker.waiting.iterator(); left.hasNext(); ) {
      Owner owner = left.next();
      if (owner.running == mostOfOwner) continue;
      left.remove();
      return owner;
    }
    return null;
  }

  private synchronized void end(Turn turn) {
    Asker asker = turn.asker;
    Owner owner = turn.owner;
    asker.running--;
    owner.running--;
    if (owner.running == 0 && owner.waiting.isEmpty()) asker.owners.remove(owner.name);
    if (asker.running == 0 && asker.owners.isEmpty()) askers.remove(asker.name);
    notify();
  }
}
