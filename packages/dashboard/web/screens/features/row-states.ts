import type { Feature } from '@signalbox/core/contract'
import { now } from '../../calls/clock.ts'
import { decideHere } from '../../evaluation/here.ts'
import { contextAtHand, contextTime, instantAtHand } from '../../preferences/context-at-hand.ts'
import type { ReadContext } from '../../preferences/read-context.ts'
import type { Entry } from '../../records/tree.ts'
import type { StateWord } from '../strategies/state-word.ts'
import { isContextShown, otherContext } from '../targeting/other-context.ts'
import { createScriptAnswers, type ScriptAnswers } from './script-answers.ts'
import { answerOf, stateOf, stateOfEntry } from './state-words.ts'

const answers = [createScriptAnswers(), createScriptAnswers()] as const

/** The words in the state column of a row: its state, or the answer for each context. Reads signals. */
export function rowStates(entry: Entry, feature: Feature | undefined): readonly StateWord[] {
  if (!isContextShown.value) return [feature ? stateHere(feature) : stateOfEntry(entry)]
  return contexts().map((read, at) => {
    if ('problem' in read) return { word: 'fails', aspect: 'danger', why: read.problem }
    if (!feature) return { word: entry.enabled ? '…' : 'off' }
    const answer = answerOf(decideHere(feature, read.context, instantAtHand.value))
    if (answer) return answer
    if (contextTime.value !== '')
      return { word: 'script', why: 'Only the server can decide this, for the present time.' }
    return answers[at]!.find(feature) ?? { word: '…' }
  })
}

/** Asks the service for the features in sight that only it can decide. */
export function askForScripts(features: readonly Feature[]): void {
  if (!isContextShown.peek() || contextTime.peek() !== '') return
  for (const [at, read] of contexts().entries()) {
    if ('problem' in read) continue
    const undecided = features.filter(
      (feature) => decideHere(feature, read.context, instantAtHand.peek()).state === 'asks',
    )
    ;(answers[at] as ScriptAnswers).ask(undecided, read.context)
  }
}

const stateHere = (feature: Feature): StateWord => stateOf(feature, decideHere(feature, undefined, now.value))

const contexts = (): readonly ReadContext[] => [
  contextAtHand.value,
  ...(otherContext.value ? [otherContext.value] : []),
]
