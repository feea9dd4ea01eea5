import type { Condition } from '@signalbox/core'
import { allOf, anyOf, never, not } from '../plans/logic.ts'
import { compare } from '../plans/typed.ts'
import { Unsupported } from './unsupported.ts'

/** The condition of `sem_ver`. What is no version satisfies none. */
export function versionCondition(name: string, operator: string, text: string): Condition {
  const [, major, minor] = /^[vV]?(\d+)(?:\.(\d+))?(?:\.\d+(?:[-+].*)?)?$/.exec(text) ?? []
  if (major === undefined) return never
  const translate = Object.hasOwn(operators, operator) ? operators[operator as keyof typeof operators] : undefined
  if (!translate) throw new Unsupported(`The operator ${operator} of sem_ver is unknown`)
  return translate({ name, text, major: Number(major), minor: Number(minor ?? 0) })
}

/** The attribute is a version. */
export const isVersion = (name: string): Condition => compare(name, 'versionAtLeast', ['0.0.0-0'])

interface Compared {
  readonly name: string
  readonly text: string
  readonly major: number
  readonly minor: number
}

const is = ({ name, text }: Compared) => compare(name, 'versionIs', [text])
const below = ({ name, text }: Compared) => compare(name, 'versionBelow', [text])
const atLeast = ({ name, text }: Compared) => compare(name, 'versionAtLeast', [text])
/** From the lowest pre-release of one version to that of another. */
const between = (name: string, from: string, to: string) =>
  allOf([compare(name, 'versionAtLeast', [`${from}-0`]), compare(name, 'versionBelow', [`${to}-0`])])

const operators = {
  '=': is,
  '!=': (one) => allOf([isVersion(one.name), not(is(one))]),
  '<': below,
  '<=': (one) => anyOf([below(one), is(one)]),
  '>': (one) => allOf([atLeast(one), not(is(one))]),
  '>=': atLeast,
  '^': ({ name, major }) => between(name, `${major}.0.0`, `${major + 1}.0.0`),
  '~': ({ name, major, minor }) => between(name, `${major}.${minor}.0`, `${major}.${minor + 1}.0`),
} as const satisfies Record<string, (compared: Compared) => Condition>
