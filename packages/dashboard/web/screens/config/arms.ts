import type { Config } from '@signalbox/core/contract'
import type { SplitRule } from '@signalbox/core/evaluate'
import { count, counted } from '../../words/words.ts'
import type { ForkArm } from '../targeting/Fork.tsx'
import { sharesOf } from './split-weights.ts'
import { readable, shortValue } from './value-words.ts'

/** The most rules that have an arm of their own. */
const MOST_ARMS = 3
/** The most characters of a value in an arm. */
const MOST_CHARACTERS = 32

/** Who reads which value of a config. */
export function armsOf({ value, type, rules = [] }: Config): readonly ForkArm[] {
  const short = (one: unknown) => shortValue(readable(one, type), MOST_CHARACTERS)
  if (rules.length === 0) return [{ who: 'Everyone', what: `reads ${short(value)}`, isOn: true }]
  const arms = rules.slice(0, MOST_ARMS).map((rule, at) => ({
    who: rule.name ?? `Rule ${at + 1}`,
    what: 'split' in rule ? partsOf(rule) : short(rule.value),
    isOn: true,
  }))
  const more = rules.length - arms.length
  return [
    ...arms,
    ...(more > 0 ? [{ who: count(more), what: `more ${more === 1 ? 'rule' : 'rules'}`, isOn: false }] : []),
    { who: 'Everyone else', what: short(value), isOn: false },
  ]
}

function partsOf(rule: SplitRule): string {
  const shares = sharesOf(rule.split)
  const parts = rule.split.slice(0, MOST_ARMS).map(({ name }, at) => `${name} ${count(shares[at] ?? 0)}%`)
  const more = rule.split.length - parts.length
  return [...parts, ...(more > 0 ? [counted(more, 'more part')] : [])].join(', ')
}
