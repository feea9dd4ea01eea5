import type { Rule } from '@signalbox/core/contract'
import type { Arm, SplitRule, ValueRule } from '@signalbox/core/evaluate'

/** A record that has each member of a type, so that a new member does not compile until it is listed here. */
type Members<T> = Readonly<Record<keyof T, true>>

const featureRule: Members<Rule> = {
  name: true,
  when: true,
  percentage: true,
  by: true,
  salt: true,
  hash: true,
  active: true,
}
const configRule: Members<ValueRule & SplitRule> = {
  name: true,
  when: true,
  value: true,
  split: true,
  by: true,
  salt: true,
  hash: true,
}
const arm: Members<Arm> = { name: true, weight: true, value: true }

/** The members of rules that this version knows. Members of a later version change the meaning of a rule. */
const known = { feature: featureRule, config: configRule }

/** Throws an `Error` for a record whose rules use something of a later version. */
export function checkMembers(ruled: unknown, kind: keyof typeof known): void {
  for (const rule of listOf(ruled, 'rules')) {
    check('Rules', rule, known[kind])
    for (const one of listOf(rule, 'split')) check('Variants', one, arm)
    const { hash = 'unleash' } = rule as { readonly hash?: unknown }
    if (hash !== 'unleash') throw new Error(`The hash ${hash} is not known to this version`)
  }
}

const listOf = (value: unknown, member: string): readonly object[] => Object(value)[member] ?? []

function check(what: string, value: object, known: object): void {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new Error(`${what} with ${unknown} are not known to this version`)
}
