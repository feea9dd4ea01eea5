import { compileWhere } from '@signalbox/core/store'
import { isKey } from './request.ts'

/** Which keys patterns select, as a database can be asked for them. */
export interface Selection {
  /** What all of them begin with. */
  readonly prefix: string
  /** Decides between the keys with the prefix; absent: all of them. */
  readonly matches?: (key: string) => boolean
  /** The one key that there can be. */
  readonly exact: boolean
}

/** Takes patterns apart; `undefined` when no stored key can match them. */
export function toSelection(where: readonly string[] = []): Selection | undefined {
  const { prefix, exact, matches } = compileWhere(where)
  if (!isKey(prefix) || where.some((pattern) => /^,*$/.test(pattern))) return undefined
  const patterns = where.filter((pattern) => pattern !== '*')
  const isWhole = patterns.length === 0 || (patterns.length === 1 && patterns[0] === `${prefix}*`)
  return isWhole ? { prefix, exact: false } : { prefix, exact, matches }
}
