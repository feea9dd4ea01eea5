import type { Condition } from '@signalbox/core'
import { escapePointer } from '@signalbox/core/wire'
import { anyOf, exists, never } from '../plans/logic.ts'

/** The kind of contexts without another one. Its members are members of the context here. */
export const USER = 'user'

/** An attribute of LaunchDarkly: a name or a reference such as `/address/city`, of a kind of context. */
export interface SourceAttribute {
  readonly attribute: unknown
  /** Without a kind, the attribute is a name even if it begins with a slash. */
  readonly kind: string | undefined
}

/**
 * The name of an attribute in contexts of Signalbox. The key of a user is `id`, and its attributes are members of the
 * context; another kind is an object in the context. `undefined` for an invalid reference.
 */
export function attributeFor({ attribute, kind }: SourceAttribute): string | undefined {
  const steps = stepsOf(attribute, kind)
  if (!steps) return undefined
  const [first = '', ...more] = steps
  if (kind !== undefined && kind !== USER) return pointer([kind, ...steps])
  if (first === 'key' && more.length === 0) return 'id'
  if (first === 'id') return pointer([USER, ...steps])
  return more.length > 0 || first.startsWith('/') ? pointer(steps) : first
}

/** The steps of a reference; `undefined` if it is invalid. */
export function stepsOf(attribute: unknown, kind: string | undefined): readonly string[] | undefined {
  if (typeof attribute !== 'string' || attribute === '') return undefined
  if (kind === undefined) return [attribute]
  if (attribute === '/' || /\/\/|^\/.*~[^01]|~$/.test(attribute)) return undefined
  const steps = attribute.startsWith('/')
    ? attribute
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [attribute]
  return steps[0] === '_meta' ? undefined : steps
}

const pointer = (steps: readonly string[]): string => steps.map((step) => `/${escapePointer(step)}`).join('')

/** The attribute that has the key of a kind. */
export const keyOf = (kind: unknown): string =>
  typeof kind === 'string' && kind !== USER ? pointer([kind, 'key']) : 'id'

/** The context has one of these kinds. */
export const hasKind = (kinds: readonly unknown[]): Condition => {
  const named = kinds.filter((kind) => typeof kind === 'string')
  return named.length > 0 ? anyOf(named.map((kind) => exists(keyOf(kind)))) : never
}
