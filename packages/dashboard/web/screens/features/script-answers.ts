import { signal } from '@preact/signals'
import type { Feature } from '@signalbox/core/contract'
import type { Context } from '@signalbox/core/evaluate'
import { api } from '../../calls/api.ts'
import { exactPatterns } from '../../tree/exact-patterns.ts'
import type { StateWord } from '../strategies/state-word.ts'
import { answerWord } from './state-words.ts'

/** Answers of the service for the features that only it can decide. */
export interface ScriptAnswers {
  /** The answer for a feature in a context, once it arrives. Drawn again when it does. */
  find(feature: Feature): StateWord | undefined
  /** Asks for features that were not asked for since they changed. */
  ask(features: readonly Feature[], context: Context): void
}

/** Creates a list of answers for one context at a time, asked for at once and for the present time only. */
export function createScriptAnswers(): ScriptAnswers {
  const version = signal(0)
  let answers = new WeakMap<Feature, StateWord>()
  let asked: string | undefined

  async function askFor(features: readonly Feature[], context: Context) {
    const byId = new Map(features.map((feature) => [feature.id, feature]))
    const kept = answers
    for (const { ids, pattern } of exactPatterns(byId.keys())) {
      try {
        const { results } = await api.features.checkMany({ pattern, pageSize: 1000, body: context })
        for (const { id, active } of results) kept.set(byId.get(id)!, answerWord(active === true))
      } catch (error) {
        const why = String((error as Error).message)
        for (const id of ids) kept.set(byId.get(id)!, { word: 'fails', aspect: 'danger', why })
      }
    }
    version.value += 1
  }

  return {
    find(feature) {
      void version.value
      return answers.get(feature)
    },
    ask(features, context) {
      const text = JSON.stringify(context)
      if (text !== asked) answers = new WeakMap()
      asked = text
      const missing = features.filter((feature) => !answers.has(feature))
      if (missing.length === 0) return
      for (const feature of missing) answers.set(feature, { word: '…', why: 'Asking the server.' })
      void askFor(missing, context)
    },
  }
}
