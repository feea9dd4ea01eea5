import type { Feature } from '@signalbox/core/contract'
import type { Decision } from '../../evaluation/decide.ts'
import type { StrategyName } from '../../evaluation/unknown-strategy.ts'
import { rowOf } from '../../evaluation/unknown-strategy.ts'
import type { AspectName } from '../../parts/Aspect.tsx'
import type { Entry } from '../../tree/entry.ts'

/** The state of a feature in one word; its color repeats it. */
export interface StateWord {
  readonly word: 'on' | 'off' | 'waits' | 'over' | 'script' | 'fails' | '…'
  readonly aspect?: AspectName
  /** A sentence on the word. */
  readonly why?: string
}

const on: StateWord = { word: 'on', aspect: 'clear' }
const off: StateWord = { word: 'off' }
const byScript: StateWord = { word: 'script', why: 'A script on the server decides.' }

/** What the state of an enabled feature depends on: nothing, because some clients may get it in any case, the time, or its script. */
const dependsOn = {
  NO_STRATEGY: 'nothing',
  PERCENTAGE: 'nothing',
  CUSTOMERS_LIST: 'nothing',
  RULES: 'nothing',
  RELEASE_DATE: 'time',
  DATE_RANGE: 'time',
  HOUR_RANGE: 'time',
  SCRIPT: 'script',
  GLOBAL_SCRIPT: 'script',
} satisfies Record<StrategyName, 'nothing' | 'time' | 'script'>

const unknown = (strategy: string): StateWord => ({
  word: '…',
  why: `It is decided by ${strategy}, a strategy that this page does not know.`,
})

/** The word for an answer. */
export const answerWord = (isActive: boolean): StateWord => (isActive ? on : off)

/**
 * The state of a feature for nobody in particular, from its decision without a context: `on` if some clients may get it
 * now, `waits` before its date or hour, `over` after its last date, `fails` if it cannot be evaluated.
 */
export function stateOf({ enabled, activationStrategy }: Feature, decision: Decision): StateWord {
  if (!enabled) return off
  if (decision.state === 'invalid') return fails(decision.why)
  switch (rowOf(dependsOn, activationStrategy)) {
    case undefined:
      return unknown(activationStrategy)
    case 'nothing':
      return on
    case 'script':
      return byScript
  }
  if (decision.state !== 'decided') return { word: '…' }
  return decision.active ? on : waitsOrOver(activationStrategy, decision.explanation)
}

/** The state of a feature whose parameters are not known yet. */
export function stateOfEntry({ enabled, strategy = '' }: Entry): StateWord {
  if (!enabled) return off
  switch (rowOf(dependsOn, strategy)) {
    case undefined:
      return strategy === '' ? { word: '…' } : unknown(strategy)
    case 'nothing':
      return on
    case 'script':
      return byScript
    case 'time':
      return { word: '…' }
  }
}

/** Dates of one explanation are written alike, so that their order is the order of their texts. */
function waitsOrOver(strategy: string, { now, to }: { readonly [detail: string]: unknown }): StateWord {
  return strategy === 'DATE_RANGE' && String(now) > String(to)
    ? { word: 'over', why: 'Its last date has passed.' }
    : { word: 'waits', aspect: 'caution', why: 'It becomes active at its date or hour.' }
}

/** The state of a feature in a context; `undefined` if only the service can tell. */
export function answerOf(decision: Decision): StateWord | undefined {
  switch (decision.state) {
    case 'asks':
      return undefined
    case 'waits':
      return { word: '…', why: 'What it refers to is being read.' }
    case 'unread':
    case 'invalid':
      return fails(decision.why)
    default:
      return decision.explanation.reason === 'ERROR'
        ? fails(decision.explanation.message ?? 'It cannot be evaluated.')
        : answerWord(decision.active)
  }
}

const fails = (why: string): StateWord => ({ word: 'fails', aspect: 'danger', why })
