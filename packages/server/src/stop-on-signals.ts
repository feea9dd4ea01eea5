/** Something that a process runs until it is stopped. */
export interface Stoppable {
  close(): Promise<void>
}

/** Closes it on a signal, and exits; a second signal exits at once. `fail` is called if it cannot be closed. */
export function stopOnSignals(running: Stoppable, fail: (error: unknown) => never): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      running.close().then(() => process.exit(0), fail)
    })
}
