import { signal } from '@preact/signals'
import type { Feature } from '@signalbox/core/contract'
import type { Context } from '@signalbox/core/evaluate'
import { box } from '../box.ts'
import { record } from '../records.ts'
import type { Decision } from './decide.ts'
import { decide } from './decide.ts'
import type { Find } from './found.ts'
import type { RulesEngine } from './rules-engine.ts'

const engine = signal<RulesEngine | undefined>(undefined)
let loading: Promise<void> | undefined

/** What evaluates rules; `undefined` until it is loaded, which the first call starts. */
export function rulesHere(): RulesEngine | undefined {
  if (!loading)
    loading = import('./rules-engine.ts').then(
      (loaded) => {
        engine.value = loaded.rulesEngine
      },
      () => {
        loading = undefined
      },
    )
  return engine.value
}

/** The records that conditions refer to, as the page knows them. */
export const findHere: Find = (kind, id) => {
  const held = record(kind === 'segment' ? 'segments' : 'features', id).value
  if (held.state === 'ready') return held.value
  return held.state === 'failed' ? 'unreadable' : held.state
}

/**
 * What a feature, saved or not, is for a context at an instant. Reads signals: whoever is drawn with the result is
 * drawn again when something that it depends on changes.
 */
export function decideHere(feature: Feature, context: Context | undefined, instant: number): Decision {
  const settings = box.value
  if (!settings) return { state: 'waits' }
  return decide(feature, context, { settings, instant, find: findHere, rules: rulesHere })
}
