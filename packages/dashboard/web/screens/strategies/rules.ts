import { lazily } from '../../parts/outcomes/lazily.tsx'
import { count, counted, percent } from '../../words/words.ts'
import type { ForkArm } from '../targeting/Fork.tsx'
import type { RuleTrace } from './forms/rule-trace.ts'
import { bucketBriefly, bucketWords } from './percentage.ts'
import { isRollout, rulesAfter } from './rules-after.ts'
import { on } from './state-word.ts'
import type { ParametersOf, StrategyView } from './strategy.ts'

/** The first rule that is true decides. */
export const rules: StrategyView<'RULES'> = {
  label: 'Rules',
  name: 'rules',
  initial: (_, before) => rulesAfter(before),
  Form: lazily(async () => (await import('./forms/rules.tsx')).Form),
  words: (parameters) => counted(parameters.rules.length, 'rule'),
  state: on,
  arms: armsOfRules,
  audience: () => ({ kind: 'rules' }),
  because({ active, explanation: { reason, rule, trace } }) {
    const result = onOff(active)
    if (reason === 'DEFAULT')
      return [`No rule matches, so everyone else’s answer applies: ${result}.`, `${result} by default`]
    const { index, name } = (rule ?? { index: 0 }) as { readonly index: number; readonly name?: string }
    const label = name === undefined ? `Rule ${index + 1}` : `Rule ${index + 1}, “${name}”,`
    const share = ((trace ?? []) as readonly Pick<RuleTrace, 'share'>[])[index]?.share
    if (share?.bucket === undefined) return [`${label} decides: ${result}.`, `${result} by rule ${index + 1}`]
    const { bucket, bound, of } = share
    const place = { bucket, bound, of, isIn: bucket < bound }
    return [
      `${label} decides: ${result}. ${bucketWords(place)}.`,
      `${result} by rule ${index + 1}, ${bucketBriefly(place)}`,
    ]
  },
  renamed: () => 'Shares without a salt choose other clients: the id chooses them.',
}

/** The most rules that have an arm of their own. */
const MOST_ARMS = 3

function armsOfRules({ rules, otherwise = false }: ParametersOf<'RULES'>): readonly ForkArm[] {
  const last = rules.at(-1)
  const rest = 'Everyone else'
  const arms = rules.slice(0, MOST_ARMS).map(({ name, percentage = 100, active = true }, index) => ({
    who: name ?? (rules[index] === last && isRollout(last!) ? rest : `Rule ${index + 1}`),
    what: percentage === 100 ? onOff(active) : `${percent(percentage)} ${onOff(active)}`,
    isOn: active,
  }))
  const more = rules.length - arms.length
  return [
    ...arms,
    ...(more > 0 ? [{ who: count(more), what: `more ${more === 1 ? 'rule' : 'rules'}`, isOn: false }] : []),
    // Nobody is left after a rule for everyone.
    ...(last !== undefined && isRollout(last) ? [] : [{ who: rest, what: onOff(otherwise), isOn: otherwise }]),
  ]
}

const onOff = (active: boolean): string => (active ? 'on' : 'off')
