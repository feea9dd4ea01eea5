import type { Feature } from '@signalbox/core/contract'
import type { Context } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../../../box.ts'
import { count } from '../../../words.ts'
import { audienceOf } from './audience.ts'
import { compareOver } from './compare-over.ts'
import { listed } from './list-words.ts'
import { whenActive } from './when-active.ts'
import { whoChanges } from './who-changes.ts'

/** What consequences are computed with. */
export interface ConsequenceParts {
  readonly settings: BoxSettings
  /** Epoch milliseconds. */
  readonly now: number
  /** Whether a feature is active for a context; `undefined` if that cannot be told here. */
  decide(feature: Feature, context: Context): boolean | undefined
  /** The context at hand. */
  readonly context: Context
  /** A list of client ids to count with; may be empty. */
  readonly ids: readonly string[]
}

/** How many clients are sampled if the user gave no list. */
const SAMPLE = 1000
const sampled: readonly string[] = Array.from({ length: SAMPLE }, (_, index) => `client-${index + 1}`)

/** What saving a feature means for its clients, in sentences. `saved` is absent while it is being created. */
export function consequence(saved: Feature | undefined, draft: Feature, parts: ConsequenceParts): readonly string[] {
  if (saved && activation(saved) === activation(draft)) return ['Nobody’s result changes.']
  try {
    return changed(saved, draft, parts)
  } catch {
    return [] // what is not valid has no consequence: the service says what is wrong
  }
}

const activation = ({ enabled, activationStrategy, parameters }: Feature): string =>
  JSON.stringify([enabled, activationStrategy, parameters])

function changed(saved: Feature | undefined, draft: Feature, parts: ConsequenceParts): readonly string[] {
  const { settings, now, ids } = parts
  const [was, is] = [audienceOf(saved, settings, now), audienceOf(draft, settings, now)]
  const when = whenActive(draft, settings, now)
  const off = draft.enabled ? [] : ['Nobody gets it.']
  const [before, after] = [saved && { ...saved, id: draft.id }, draft]
  const sides = {
    was: (id: string) => (before ? parts.decide(before, { id }) === true : false),
    is: (id: string) => parts.decide(after, { id }) === true,
  }
  const change = whoChanges(was, is, sides) ?? sampledChange(saved, draft, parts)
  const isSame = change.startsWith('Nobody’s')
  const counted = ids.length > 0 && !isSame ? overIds(saved, draft, parts) : undefined
  const asOfNow = when && !isSame ? `Now ${change.charAt(0).toLowerCase()}${change.slice(1)}` : change
  return [
    ...off,
    ...(when ? [when] : []),
    ...(isSame && (when || !draft.enabled) ? [] : [asOfNow]),
    ...(counted ? [counted] : []),
  ]
}

/** Counts over the list of ids that the user gave. */
function overIds(
  saved: Feature | undefined,
  draft: Feature,
  { ids, settings, now }: ConsequenceParts,
): string | undefined {
  const compared = compareOver({ ids, saved, draft, settings, now })
  if (!compared) return undefined
  const { begin, lose } = compared
  return `Of your ${count(ids.length)} ids, ${listed(begin, 'begins to get it', 'begin to get it')}; ${listed(lose, 'loses it', 'lose it')}.`
}

/** Evaluates sampled clients that have the attributes of the context at hand. */
function sampledChange(saved: Feature | undefined, draft: Feature, parts: ConsequenceParts): string {
  const { context, decide } = parts
  const ids = parts.ids.length > 0 ? parts.ids : sampled
  let begin = 0
  let lose = 0
  for (const id of [undefined, ...ids]) {
    const one = id === undefined ? context : { ...context, id }
    const was = saved ? decide(saved, one) : false
    const is = decide(draft, one)
    if (was === undefined || is === undefined) return unknown(saved, draft)
    if (id !== undefined && is && !was) begin++
    if (id !== undefined && was && !is) lose++
  }
  const here = [saved ? decide(saved, context) : false, decide(draft, context)]
  const own = here[0] === here[1] ? 'keeps its result' : here[1] ? 'begins to get it' : 'loses it'
  return `Of ${count(ids.length)} clients with the attributes of the context at hand, ${count(begin)} begin to get it and ${count(lose)} lose it; that context ${own}.`
}

function unknown(saved: Feature | undefined, draft: Feature): string {
  const isScript = [saved, draft].some(
    (one) => one?.activationStrategy === 'SCRIPT' || one?.activationStrategy === 'GLOBAL_SCRIPT',
  )
  return isScript
    ? 'A script decides, so who gets it is known only when it runs.'
    : 'Who gets it cannot be computed here: the conditions refer to records that are not at hand.'
}
