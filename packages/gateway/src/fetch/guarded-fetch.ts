import { type TargetPolicy, TargetRefusedError } from '../backend/target-policy.ts'

/**
 * A `fetch` that rejects calls of servers that targets must not name. The runtime resolves names, so what a name resolves
 * to is not judged. `reportOnce` receives each refused target.
 */
export const guardedFetch =
  (
    { refusalOfName }: TargetPolicy,
    reportOnce: (error: Error) => void,
    call: typeof fetch = (...args) => globalThis.fetch(...args),
  ): typeof fetch =>
  async (input, init) => {
    const { host, hostname } = new URL(input instanceof Request ? input.url : input)
    const why = refusalOfName(hostname)
    if (why === undefined) return call(input, init)
    const error = new TargetRefusedError(host, why)
    reportOnce(error)
    throw error
  }
