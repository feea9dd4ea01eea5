import type { Config } from '@signalbox/core/contract'
import { expand } from '@signalbox/core/evaluate'
import { visible } from '../../parts/pretty-json.ts'
import { counted } from '../../words.ts'

/** The most characters of a value in one line. */
const MOST = 60

/** The value that programs read: the JSON that a text holds, unless the config has a type. */
export const readable = (value: unknown, type: Config['type']): unknown => (type === undefined ? expand(value) : value)

/** A value in one short line, as JSON. */
export function shortValue(value: unknown, most = MOST): string {
  const text = visible(JSON.stringify(value) ?? 'null')
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** The type of a config in a word; `undefined` without a type. */
export const typeWord = (type: Config['type']): string | undefined => (typeof type === 'object' ? 'schema' : type)

/** A config in a few words, for lists: `number · 2 rules`. */
export function describeConfig({ type, rules = [] }: Config): string {
  const parts = [typeWord(type), rules.length > 0 ? counted(rules.length, 'rule') : undefined]
  return parts.filter(Boolean).join(' · ')
}
