/** One step of a scripted service: respond, fail to respond, or compute a response. */
export type Step = Response | Error | ((request: Request) => Response | Promise<Response>)

/** A `fetch` that takes one step per request, and a `wait` that takes no time. Both record their arguments. */
export function scripted(...steps: Step[]) {
  const requests: Request[] = []
  const waits: number[] = []
  return {
    requests,
    waits,
    options: {
      baseUrl: 'http://flags.test',
      timeoutMs: Number.POSITIVE_INFINITY,
      silenceMs: Number.POSITIVE_INFINITY,
      random: () => Uint8Array.of(255),
      async fetch(request: Request) {
        requests.push(request)
        const step = steps.shift()
        if (!step) throw new Error('The script has no further step')
        if (step instanceof Error) throw step
        return typeof step === 'function' ? step(request) : step
      },
      async wait(ms: number, signal?: AbortSignal) {
        if (ms === Number.POSITIVE_INFINITY) return new Promise<void>(() => {})
        if (!signal?.aborted) waits.push(ms)
      },
    },
  }
}

/** A JSON response. */
export const json = (value: unknown, init?: ResponseInit) => Response.json(value, init)

/** An error response as the service sends it. */
export const failing = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ status, code, detail: `It is ${code}`, errors: [], fieldErrors: {} }, { status, headers })

/** A request that never gets a response and only ends when aborted. */
export const silent = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
