import { compileWhere } from '@signalbox/core/store'
import { isKey } from './request.ts'

/** The keys that patterns select, in a form that a database can query. */
export interface Selection {
  /** The common prefix of all selected keys. */
  readonly prefix: string
  /** Filters the keys with the prefix. @default all of them */
  readonly matches?: (key: string) => boolean
  /** Whether only the key equal to the prefix can match. */
  readonly exact: boolean
}

/** Converts patterns to a selection; `undefined` if no stored key can match. */
export function toSelection(where: readonly string[] = []): Selection | undefined {
  const { prefix, exact, matches } = compileWhere(where)
  if (!isKey(prefix) || where.some((pattern) => /^,*$/.test(pattern))) return undefined
  const patterns = where.filter((pattern) => pattern !== '*')
  const isWhole = patterns.length === 0 || (patterns.length === 1 && patterns[0] === `${prefix}*`)
  return isWhole ? { prefix, exact: false } : { prefix, exact, matches }
}
