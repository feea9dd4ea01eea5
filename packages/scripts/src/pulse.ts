/**
 * Shows the host what a worker is doing, even when the worker cannot respond: two numbers in shared memory, written by
 * the worker and read by the host.
 */
export interface Pulse {
  readonly shared: SharedArrayBuffer
  /** Sets the id of the run whose script is executing; 0 for none. */
  enter(id: number): void
  /** Signals that the interpreter is alive. */
  beat(): void
  /** Returns the id of the run whose script is executing; 0 for none. */
  current(): number
  /** Returns a counter that changes as long as the interpreter is alive. */
  count(): number
}

/** Creates a pulse on new shared memory, or on memory from the other thread. */
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
