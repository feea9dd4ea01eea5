/**
 * How the host sees from outside what a worker is at, even while the worker cannot answer: a few numbers in shared
 * memory. The worker writes, the host reads.
 */
export interface Pulse {
  readonly shared: SharedArrayBuffer
  /** The worker is in a run's script now; 0: in none. */
  enter(id: number): void
  /** The interpreter is alive. */
  beat(): void
  /** Whose script the worker is in; 0: nobody's. */
  current(): number
  /** A number that changes as long as the interpreter is alive. */
  count(): number
}

/** A pulse, on new shared memory or on that of the other side. */
export function createPulse(shared = new SharedArrayBuffer(8)): Pulse {
  const cells = new Int32Array(shared)
  return {
    shared,
    enter(id) {
      Atomics.store(cells, 0, id)
      Atomics.add(cells, 1, 1)
    },
    beat: () => void Atomics.add(cells, 1, 1),
    current: () => Atomics.load(cells, 0),
    count: () => Atomics.load(cells, 1),
  }
}
