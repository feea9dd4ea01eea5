import type { Ended } from '../exchange/decided.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { backendMsOf } from './backend-ms.ts'

/** What the access log says of a request to an API with `export_reporting`, besides the usual members. */
export interface Details {
  readonly bytes_in: number
  readonly bytes_out: number
  /** Absent: no backend was called. */
  readonly backend_ms?: number
  /** The plugins that ran, in the order of their first run, with the time of all their hooks in milliseconds. */
  readonly plugins: readonly { readonly plugin: string; readonly ms: number }[]
}

/** The details of an exchange. */
export function detailsOf({ flow = [] }: Pick<ExchangeState, 'flow'>, ended: Ended): Details {
  const backend = backendMsOf(ended)
  const spent = new Map<string, number>()
  for (const { plugin, ms } of flow) spent.set(plugin, (spent.get(plugin) ?? 0) + ms)
  return {
    bytes_in: ended.bytesIn,
    bytes_out: ended.bytesOut,
    ...(backend !== undefined && { backend_ms: Math.round(backend) }),
    plugins: [...spent].map(([plugin, ms]) => ({ plugin, ms: Math.round(ms * 1000) / 1000 })),
  }
}
