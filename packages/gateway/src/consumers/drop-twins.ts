import type { Exchange } from '../plugin-api/exchange.ts'
import { twinRule } from '../request/header-rules.ts'

/**
 * Compiles what keeps headers such as `X_Client_Id` from the backend, which may take them for `X-Client-Id`: headers
 * that are twins of headers with credentials. `undefined`: such twins cannot exist, or are dropped for every route.
 */
export function twinDropper(names: readonly string[]): ((exchange: Exchange) => void) | undefined {
  const mayPass = (name: string) => name.includes('-') && [undefined, 'held'].includes(twinRule(name))
  const read = new Set(names.map((name) => name.toLowerCase()).filter(mayPass))
  if (read.size === 0) return undefined
  const isTwinOf = (name: string) => name.includes('_') && read.has(name.toLowerCase().replaceAll('_', '-'))
  return ({ out }) => {
    const twins = out.list.filter((name, i) => i % 2 === 0 && isTwinOf(name))
    for (const name of twins) out.remove(name)
  }
}
