import type { Probe } from '../backends/servers.ts'
import { originOf } from '../backends/target-origin.ts'

/** Checks the health of targets by `fetch`. TLS settings are the runtime's. */
export const fetchProbe =
  (call: typeof fetch = (...args) => globalThis.fetch(...args)): Probe =>
  async (_, target, path, signal) => {
    const response = await call(originOf(target) + path, { redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  }
