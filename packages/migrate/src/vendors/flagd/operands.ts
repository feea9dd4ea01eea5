import { escapePointer } from '@signalbox/core/wire'
import { isJson } from '../../otoroshi/findings.ts'
import { Unsupported } from './unsupported.ts'

/** The operator of a rule in JsonLogic, and its arguments. `undefined` for data. */
export function callOf(rule: unknown): { readonly operator: string; readonly args: readonly unknown[] } | undefined {
  if (!isJson(rule)) return undefined
  const [operator, ...more] = Object.keys(rule)
  if (operator === undefined || more.length > 0) throw new Unsupported('A rule is an object without a single operator')
  const value = rule[operator]
  return { operator, args: Array.isArray(value) ? value : [value] }
}

/** The attribute that has the time in seconds. Contexts here have none. */
export const TIMESTAMP = '/$flagd/timestamp'

/** The attribute that `var` reads; `undefined` for anything else. `targetingKey` is the client. */
export function attributeOf(rule: unknown): string | undefined {
  const name = orderedOf(rule)
  if (name !== TIMESTAMP) return name
  throw new Unsupported('A rule reads $flagd.timestamp otherwise than as before or after a time')
}

/** As `attributeOf`, but of rules that may read the time. */
export function orderedOf(rule: unknown): string | undefined {
  const call = callOf(rule)
  if (call?.operator !== 'var') return undefined
  const [path, otherwise] = call.args
  if (typeof path !== 'string' || path === '' || (otherwise !== undefined && otherwise !== null))
    throw new Unsupported('A rule reads the whole context, or an attribute with a default')
  if (path === 'targetingKey') return 'id'
  if (path === 'id' || path.startsWith('id.'))
    throw new Unsupported('A rule reads the attribute id, which is the client')
  const steps = path.split('.')
  if (steps.length === 1 && !path.startsWith('/')) return path
  return steps.map((step) => `/${escapePointer(step)}`).join('')
}

/** A literal: a scalar or null. */
export type Literal = string | number | boolean | null

/** Whether a value is a literal. */
export const isLiteral = (value: unknown): value is Literal =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
