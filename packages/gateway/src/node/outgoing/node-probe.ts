import type { Dispatcher } from 'undici'
import { hostOf } from '../../backend/target-host.ts'
import type { Probe } from '../../backends/servers.ts'
import type { Pools } from './pools.ts'

/** Checks the health of targets over the same connections that requests take. */
export const nodeProbe =
  ({ of }: Pools): Probe =>
  async (backend, target, path, signal) => {
    const pooled = of(backend, target)
    pooled.isUsed = true
    const headers = { host: hostOf(target), 'user-agent': 'signalbox-health' }
    const options = { path, method: 'GET', headers, signal, servername: pooled.servername }
    const { statusCode, body } = await pooled.pool.request(options as Dispatcher.RequestOptions)
    await body.dump()
    return statusCode
  }
