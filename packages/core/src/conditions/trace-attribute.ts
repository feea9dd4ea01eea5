import { stepsOf } from '../machine/json/pointer.ts'
import { MASK } from '../machine/records/secrets/secrets.ts'
import { isSecretName } from '../machine/secrets/secret-names.ts'
import { readAttribute } from './attribute.ts'
import { compileOperator } from './compile.ts'
import type { AttributeCondition } from './condition.ts'
import type { Context } from './context.ts'
import type { ConditionEnvironment } from './environment.ts'
import type { AttributeNode } from './trace-node.ts'

/** Where the condition of an attribute is evaluated. */
export interface Evaluated {
  readonly environment: ConditionEnvironment
  readonly context: Context | undefined
}

type Scalar = string | number | boolean

/** The most characters of a text in a trace. */
const LONGEST_SHOWN = 200

/** Traces the condition of an attribute. If it is not reached, the attribute is not read. */
export function attributeNode(leaf: AttributeCondition, at: Evaluated, isReached: boolean): AttributeNode {
  const { attribute, operator, value, ignoreCase } = leaf
  const named = { kind: 'attribute', attribute, operator, ...(ignoreCase && { ignoreCase }) } as const
  const shown = isSecret(attribute) ? () => MASK : shorten
  if (!isReached) return { ...named, outcome: null, ...(value !== undefined && { value: shown(value) }) }
  const actual = readAttribute(attribute)(at.context)
  const match = matchOf(leaf, actual, at.environment)
  const told = value ?? match?.value
  const item = match ? match.item : actual
  return {
    ...named,
    outcome: match !== undefined,
    ...(told !== undefined && { value: shown(told) }),
    ...(item === null && { actual: null }),
    ...(isScalar(item) && { actual: shown(item) }),
    ...(item instanceof Date && { actual: shown(String(item.toJSON())) }),
  }
}

/** The attribute, or its first item, for which the operator is true, and the first value that makes it true. */
function matchOf(leaf: AttributeCondition, actual: unknown, environment: ConditionEnvironment) {
  const { test, takesAny } = compileOperator(leaf, environment)
  if (takesAny) return test(actual) ? { item: actual, value: undefined } : undefined
  const items: readonly unknown[] = Array.isArray(actual) ? actual : [actual]
  const index = items.findIndex((item) => item !== undefined && item !== null && test(item))
  if (index < 0) return undefined
  const item = items[index]
  const { values = [], value: _, ...rest } = leaf
  return { item, value: values.find((value) => compileOperator({ ...rest, value }, environment).test(item)) }
}

/** Whether a step of the name of an attribute is that of a secret. */
const isSecret = (attribute: string): boolean =>
  (attribute.startsWith('/') ? stepsOf(attribute) : [attribute]).some(isSecretName)

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

const shorten = <T extends Scalar>(value: T): T | string =>
  typeof value === 'string' && value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
