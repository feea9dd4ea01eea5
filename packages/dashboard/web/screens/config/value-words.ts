import type { Config } from '@signalbox/core/contract'
import { expand } from '@signalbox/core/evaluate'
import { visible } from '../../parts/json/pretty-json.ts'
import { counted } from '../../words/words.ts'

/** The most characters of a value in one line. */
const MOST = 60

/** The most characters of a text that is parsed to show it in one line. */
const MOST_PARSED = 10_000

/** The value that programs read, for one line: the JSON that a text holds, unless the config has a type. */
export const readable = (value: unknown, type: Config['type']): unknown =>
  type === undefined && typeof value === 'string' && value.length <= MOST_PARSED ? expand(value) : value

/** A value in one short line, as JSON. */
export function shortValue(value: unknown, most = MOST): string {
  const text = lineOf(value)
  return text.length <= most ? visible(text) : `${visible(text.slice(0, most - 1))}…`
}

/** The beginnings of the values that were shown, because rows are drawn often and values may be large. */
const lines = new WeakMap<object, string>()
/** The most characters that are kept of a value. */
const MOST_KEPT = 1000

function lineOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MOST_KEPT))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const line = lines.get(value) ?? JSON.stringify(value).slice(0, MOST_KEPT)
  lines.set(value, line)
  return line
}

/** The type of a config in a word; `undefined` without a type. */
export const typeWord = (type: Config['type']): string | undefined => (typeof type === 'object' ? 'schema' : type)

/** A config in a few words, for lists: `number · 2 rules`. */
export function describeConfig({ type, rules = [] }: Config): string {
  const parts = [typeWord(type), rules.length > 0 ? counted(rules.length, 'rule') : undefined]
  return parts.filter(Boolean).join(' · ')
}
