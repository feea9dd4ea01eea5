import type { Feature } from '@signalbox/core/contract'
import { nameOf } from '../../evaluation/unknown-strategy.ts'
import { count, counted } from '../../words.ts'
import type { ForkArm } from '../targeting/Fork.tsx'
import { describeStrategy, percent } from './strategies/describe.ts'

/** The most rules that have an arm of their own. */
const MOST_ARMS = 3

/** The ways that clients of a feature go. */
export function armsOf(feature: Feature): readonly ForkArm[] {
  if (!feature.enabled) return [{ who: 'Nobody', what: 'gets it while it is off', isOn: false }]
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return [{ who: 'Everybody', what: 'gets it', isOn: true }]
    case 'PERCENTAGE':
      return shareArms(feature.parameters.percentage)
    case 'CUSTOMERS_LIST':
      return [
        {
          who: counted(feature.parameters.customers.length, 'client'),
          what: feature.parameters.customers.length === 1 ? 'gets it' : 'get it',
          isOn: true,
        },
        { who: 'All others', what: 'do not', isOn: false },
      ]
    case 'RELEASE_DATE':
    case 'DATE_RANGE':
    case 'HOUR_RANGE':
      return [
        { who: capitalized(describeStrategy(feature)), what: 'everybody', isOn: true },
        { who: 'At other times', what: 'nobody', isOn: false },
      ]
    case 'RULES':
      return ruleArms(feature)
    case 'SCRIPT':
    case 'GLOBAL_SCRIPT':
      return [{ who: capitalized(describeStrategy(feature)), what: 'decides', isOn: true }]
    default:
      return [{ who: nameOf(feature), what: 'decides, a strategy that this page does not know', isOn: false }]
  }
}

/** The two arms of a share. */
export const shareArms = (percentage: number): readonly ForkArm[] => [
  { who: percent(percentage), what: 'get it', isOn: true },
  { who: percent(Number((100 - percentage).toFixed(6))), what: 'do not', isOn: false },
]

function ruleArms({ parameters }: Extract<Feature, { activationStrategy: 'RULES' }>): readonly ForkArm[] {
  const { rules, otherwise = false } = parameters
  const arms = rules.slice(0, MOST_ARMS).map(({ name, percentage = 100, active = true }, index) => ({
    who: name ?? `Rule ${index + 1}`,
    what: percentage === 100 ? onOff(active) : `${percent(percentage)} ${onOff(active)}`,
    isOn: active,
  }))
  const more = rules.length - arms.length
  return [
    ...arms,
    ...(more > 0 ? [{ who: count(more), what: `more ${more === 1 ? 'rule' : 'rules'}`, isOn: false }] : []),
    { who: 'Otherwise', what: onOff(otherwise), isOn: otherwise },
  ]
}

const onOff = (active: boolean): string => (active ? 'on' : 'off')

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
