/** Something that a process runs until it is stopped, or starts. */
export interface Running {
  close(): Promise<void>
  /** Reads its certificates and opens its log files again. Handles its own errors. */
  reload(): Promise<void>
}

interface SignalPorts {
  /** Ends the process if it cannot be closed. */
  readonly fail: (error: unknown) => never
  /** Whether the terminal of this process has been closed. */
  readonly hasLostTerminal: () => boolean
}

/**
 * Closes what runs on SIGTERM and SIGINT, and exits; a second signal exits at once. SIGHUP reloads it, unless it says that
 * the terminal has been closed.
 */
export function onSignals({ close, reload }: Running, { fail, hasLostTerminal }: SignalPorts): void {
  let isStopping = false
  function stop(): void {
    if (isStopping) process.exit(1)
    isStopping = true
    close().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    if (hasLostTerminal()) stop()
    else if (!isStopping) void reload()
  })
}
