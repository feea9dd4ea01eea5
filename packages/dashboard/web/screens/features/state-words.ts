import type { Feature } from '@signalbox/core/contract'
import type { Decision } from '../../evaluation/decide.ts'
import type { Entry } from '../../tree/entry.ts'
import { viewOf } from '../strategies/index.ts'
import { fails, notKnown, off, on, type StateWord } from '../strategies/state-word.ts'

/** The word for an answer. */
export const answerWord = (isActive: boolean): StateWord => (isActive ? on : off)

/**
 * The state of a feature for nobody in particular, from its decision without a context: `on` if some clients may get it
 * now, `waits` before its date or hour, `over` after its last date, `fails` if it cannot be evaluated.
 */
export function stateOf({ enabled, activationStrategy }: Feature, decision: Decision): StateWord {
  if (!enabled) return off
  if (decision.state === 'invalid') return fails(decision.why)
  const { state } = viewOf(activationStrategy)
  if (typeof state !== 'function') return state
  return decision.state === 'decided' ? state(decision) : notKnown
}

/** The state of a feature whose parameters are not known yet. */
export function stateOfEntry({ enabled, strategy }: Entry): StateWord {
  if (!enabled) return off
  const state = strategy === undefined ? notKnown : viewOf(strategy).state
  return typeof state === 'function' ? notKnown : state
}

/** The state of a feature in a context; `undefined` if only the service can tell. */
export function answerOf(decision: Decision): StateWord | undefined {
  switch (decision.state) {
    case 'asks':
      return undefined
    case 'waits':
      return { word: '…', why: 'Loading what it refers to.' }
    case 'unread':
    case 'invalid':
      return fails(decision.why)
    default:
      return decision.explanation.reason === 'ERROR'
        ? fails(decision.explanation.message ?? 'It can’t be evaluated.')
        : answerWord(decision.active)
  }
}
