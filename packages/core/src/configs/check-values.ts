import { type Problem, problem } from '../machine/errors/errors.ts'
import { notValid } from '../machine/errors/not-valid.ts'
import { isObject } from '../machine/json/json.ts'
import type { Config, typeNames } from './config.ts'
import type { PlacedValue } from './types/check-value.ts'

/**
 * Checks all values of a config against its type, if it has one. The code for JSON Schema is loaded with the first type
 * that is a schema. Values, rules and a type that are stored already are not checked again; then there is nothing to wait for.
 * Rejects with INVALID and all problems by JSON pointer.
 */
export function checkValuesOf(config: Config, current?: Config): Promise<void> | undefined {
  const { type } = config
  const isChecked = type === undefined || (current && checkedPart(current) === checkedPart(config))
  return isChecked ? undefined : checkAll(config, type)
}

async function checkAll(config: Config, type: NonNullable<Config['type']>): Promise<void> {
  const fieldErrors =
    typeof type === 'string'
      ? problemsOfName(type, valuesOf(config))
      : await (await import('./types/check-type.ts')).problemsOfType(type, valuesOf(config))
  if (Object.keys(fieldErrors).length > 0) throw notValid('The config', { fieldErrors })
}

const checkedPart = ({ type, value, rules }: Config): string => JSON.stringify([type, value, rules])

/** All values of a config: its own, and the values of its rules and splits. */
function valuesOf({ value, rules = [] }: Config): readonly PlacedValue[] {
  return [
    { value, place: '/value' },
    ...rules.flatMap((rule, i): readonly PlacedValue[] =>
      'split' in rule
        ? rule.split.map((arm, j) => ({ value: arm.value, place: `/rules/${i}/split/${j}/value` }))
        : [{ value: rule.value, place: `/rules/${i}/value` }],
    ),
  ]
}

type TypeName = (typeof typeNames)[number]

const isOfType: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  object: isObject,
  array: Array.isArray,
}

/** The most values of the wrong type that are reported. */
const MOST_PROBLEMS = 100

const problemsOfName = (type: TypeName, values: readonly PlacedValue[]): Readonly<Record<string, Problem[]>> =>
  Object.fromEntries(
    values
      .filter(({ value }) => !isOfType[type](value))
      .slice(0, MOST_PROBLEMS)
      .map(({ place }) => [place, [problem('error.type', type)]]),
  )
