/** Aborts its signal after a time, unless it is reset or stopped. */
export interface Watchdog {
  readonly signal: AbortSignal
  reset(): void
  stop(): void
}

/** Starts a watchdog. It does not keep the process alive. */
export function createWatchdog(ms: number, reason: () => Error): Watchdog {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const arm = (): void => {
    timer = setTimeout(() => controller.abort(reason()), ms)
    ;(timer as unknown as { unref?: () => void }).unref?.()
  }
  arm()
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer)
      arm()
    },
    stop: () => clearTimeout(timer),
  }
}
