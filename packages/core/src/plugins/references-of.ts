import { escapePointer, isObject, own } from '../machine/json/json.ts'
import type { Plugin, PluginReference } from './plugin.ts'

/** A reference in a configuration. */
export interface Referred {
  readonly to: PluginReference['to']
  readonly id: string
  /** A JSON pointer into the configuration. */
  readonly pointer: string
}

/** Finds the references in a plugin's configuration. */
export const referencesOf = ({ references }: Pick<Plugin, 'references'>, config: unknown): Referred[] =>
  references.flatMap(({ at, to }) => textsAt(config, at, '').map(([pointer, id]): Referred => ({ to, id, pointer })))

/** Collects the texts at a path, with their pointers; `*` stands for every item or member. */
function textsAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  pointer: string,
): [pointer: string, text: string][] {
  if (step === undefined) return typeof value === 'string' ? [[pointer, value]] : []
  if (step !== '*') return isObject(value) ? textsAt(own(value, step), rest, `${pointer}/${step}`) : []
  const inside = Array.isArray(value) || isObject(value) ? Object.entries(value) : []
  return inside.flatMap(([name, one]) => textsAt(one, rest, `${pointer}/${escapePointer(name)}`))
}
