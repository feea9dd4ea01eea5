import type { Ports } from '../ports.ts'

/** The longest time that a call of a sink may take, in milliseconds. */
const CALL_MS = 60_000

/** Calls a sink with a signal that aborts with `over`, or when the call takes too long. */
export async function inTime<T>(
  call: (signal: AbortSignal) => Promise<T>,
  over: AbortSignal,
  { wait }: Pick<Ports, 'wait'>,
): Promise<T> {
  const done = new AbortController()
  const late = new AbortController()
  const seconds = CALL_MS / 1000
  void wait(CALL_MS, AbortSignal.any([done.signal, over])).then(() => {
    if (!done.signal.aborted && !over.aborted) late.abort(new Error(`No acknowledgement after ${seconds} seconds`))
  })
  try {
    return await call(AbortSignal.any([over, late.signal]))
  } finally {
    done.abort()
  }
}
