/** Keeps the recording of an experiment waiting, one task after the other, so that a long task does not lose each race. */
export interface Alone {
  /** Resolves when no task has the experiment; `undefined` if none has it. */
  free(experimentId: string): Promise<unknown> | undefined
  /** Runs a task when those before it have ended. */
  run<T>(experimentId: string, task: () => Promise<T>): Promise<T>
}

/** Creates what tasks on experiments of this process wait for. */
export function createAlone(): Alone {
  const held = new Map<string, Promise<unknown>>()
  return {
    free: (experimentId) => held.get(experimentId),
    async run(experimentId, task) {
      const before = held.get(experimentId)
      const mine = before ? before.then(task) : task()
      const ended = mine.catch(() => {})
      held.set(experimentId, ended)
      try {
        return await mine
      } finally {
        if (held.get(experimentId) === ended) held.delete(experimentId)
      }
    },
  }
}
