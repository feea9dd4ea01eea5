/** What a scripted service does with one request: answers, fails to answer, or something else. */
export type Step = Response | Error | ((request: Request) => Response | Promise<Response>)

/** A `fetch` that does one step a request, and a `wait` that takes no time; both tell what they were asked. */
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

/** An answer of JSON. */
export const json = (value: unknown, init?: ResponseInit) => Response.json(value, init)

/** A failure as the service answers it. */
export const failing = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ status, code, detail: `It is ${code}`, errors: [], fieldErrors: {} }, { status, headers })

/** A request that is never answered, but for being aborted. */
export const silent = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
