import { expand } from '@signalbox/core/evaluate'
import { typeOf } from './type-of-json.ts'
import { typeOfSchema } from './type-of-schema.ts'

/** What decides the type of a config: its value, its type, and the values of its rules and splits. */
export interface TypedRecord {
  readonly value: unknown
  readonly type?: unknown
  readonly rules?: readonly object[] | undefined
}

/**
 * Returns the TypeScript type of all values of a config: that of its `type`, a name or a JSON Schema; for objects and
 * lists, and for a schema that has no equal in TypeScript, that of its values.
 */
export function typeOfConfig(config: TypedRecord, indent = ''): string {
  const { type } = config
  if (type === 'boolean' || type === 'string' || type === 'number') return type
  return (typeof type === 'object' ? typeOfSchema(type, indent) : undefined) ?? typeOf(valuesOf(config), indent)
}

/** All values that a client may get. Texts that contain JSON are parsed, unless the config has a type. */
function valuesOf({ value, type, rules = [] }: TypedRecord): readonly unknown[] {
  const all = [value, ...rules.flatMap(valuesOfRule)]
  return type === undefined ? all.map(expand) : all
}

function valuesOfRule(rule: object): readonly unknown[] {
  const { value, split } = rule as { readonly value?: unknown; readonly split?: readonly { readonly value: unknown }[] }
  return split ? split.map((arm) => arm.value) : [value]
}
