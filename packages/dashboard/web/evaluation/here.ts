import { signal } from '@preact/signals'
import type { Feature, Segment } from '@signalbox/core/contract'
import { type Context, type Test, type TraceNode, timeZone } from '@signalbox/core/evaluate'
import { box } from '../calls/box.ts'
import { record } from '../records/records.ts'
import { compile, type Decision, decide, environmentFor, orInvalid, type Undecided } from './decide.ts'
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
  if (held.state !== 'failed') return held.state
  return (held.error as { code?: unknown }).code === 'FORBIDDEN' ? 'forbidden' : held
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

/**
 * The test of a feature, saved or not, at an instant; `undefined` if it cannot be evaluated here. Compiled once for any
 * number of contexts. Reads signals as `decideHere` does.
 */
export function compileHere(feature: Feature, instant: number): Test | undefined {
  const settings = box.value
  if (!settings) return undefined
  const made = compile(feature, { settings, instant, find: findHere, rules: rulesHere })
  return made.state === 'ready' ? made.compiled.isActive : undefined
}

/** Whether a context is in a segment, and how its condition was decided. */
export type SegmentResult =
  | { readonly state: 'decided'; readonly isIn: boolean; readonly node: TraceNode | undefined }
  | Undecided

/** Whether a context is in a segment, saved or not, at an instant. Reads signals as `decideHere` does. */
export function segmentHere(segment: Segment, context: Context, instant: number): SegmentResult {
  const settings = box.value
  const engine = rulesHere()
  if (!settings || !engine) return { state: 'waits' }
  const plain = { clock: () => instant, zone: timeZone(settings.timeZone), bucketing: settings.bucketing }
  return orInvalid(() => {
    const environment = environmentFor(segment, plain, { find: findHere, rules: rulesHere })
    if ('state' in environment) return environment
    return {
      state: 'decided',
      isIn: engine.isIn(segment, environment, context),
      node: segment.when && engine.explainCondition(segment.when, environment, context),
    }
  })
}
