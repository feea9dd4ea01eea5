import type { Feature } from '@signalbox/core/contract'
import { type Context, isTimeZone, type Test, timeZone } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../../../calls/box.ts'
import { compareOver } from '../../../evaluation/compare-over.ts'
import { count } from '../../../words/words.ts'
import { viewOf } from '../../strategies/index.ts'
import type { Audience } from '../../strategies/strategy.ts'
import { listed } from '../../targeting/list-words.ts'
import { sampleOf } from '../../targeting/sample-clients.ts'
import { type Change, sameForAll, whoChanges } from './who-changes.ts'

/** What consequences are computed with. */
export interface ConsequenceParts {
  readonly settings: BoxSettings
  /** Epoch milliseconds. */
  readonly now: number
  /** The test of a feature, for any number of contexts; `undefined` if it cannot be evaluated here. */
  compile(feature: Feature): Test | undefined
  /** The context at hand. */
  readonly context: Context
  /** A list of client ids to count with; may be empty. */
  readonly ids: readonly string[]
}

/** What saving a feature means for its clients, in sentences. `saved` is absent while it is being created. */
export function consequence(saved: Feature | undefined, draft: Feature, parts: ConsequenceParts): readonly string[] {
  if (saved && activation(saved) === activation(draft)) return [sameForAll.sentence]
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
  const before = testOnce(saved, parts)
  const after = testOnce(draft, parts)
  const sides = {
    was: (id: string) => before()?.({ id }) === true,
    is: (id: string) => after()?.({ id }) === true,
  }
  const { kind, sentence } =
    whoChanges(was, is, sides) ?? sampledChange(before(), after(), parts) ?? unknown([was.kind, is.kind], draft)
  const isSame = kind === 'same'
  const counted = ids.length > 0 && !isSame ? overIds(saved, draft, parts) : undefined
  const asOfNow = when && kind === 'changes' ? `Now ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence
  return [
    ...off,
    ...(when ? [when] : []),
    ...(isSame && (when || !draft.enabled) ? [] : [asOfNow]),
    ...(counted ? [counted] : []),
  ]
}

/** Who gets a feature; nobody if there is none. */
const audienceOf = (feature: Feature | undefined, settings: BoxSettings, now: number): Audience =>
  feature?.enabled ? viewOf(feature.activationStrategy).audience(feature, settings, now) : { kind: 'none' }

/** When an enabled feature is active, in a sentence. `undefined` if time does not decide. */
function whenActive({ enabled, activationStrategy, parameters }: Feature, settings: BoxSettings, now: number) {
  if (!enabled) return undefined
  const { timezone = settings.timeZone } = (parameters ?? {}) as { readonly timezone?: string }
  const zone = timeZone(isTimeZone(timezone) ? timezone : 'UTC')
  return viewOf(activationStrategy).when?.(parameters, zone, now)
}

/** The test of a feature, compiled when it is first needed. Nobody gets a feature that does not exist. */
function testOnce(feature: Feature | undefined, { compile }: ConsequenceParts): () => Test | undefined {
  let made: { readonly test: Test | undefined } | undefined
  return () => {
    made ??= { test: feature ? compile(feature) : () => false }
    return made.test
  }
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
  return `Of your ${count(ids.length)} ids, ${listed(begin, 'would gain it', 'would gain it')}, ${listed(lose, 'would lose it', 'would lose it')}.`
}

/** Evaluates sampled clients that have the attributes of the context at hand. */
function sampledChange(was: Test | undefined, is: Test | undefined, parts: ConsequenceParts): Change | undefined {
  if (!was || !is) return undefined
  const { context } = parts
  const { ids, words } = sampleOf(parts.ids)
  let begin = 0
  let lose = 0
  for (const id of ids) {
    const one = { ...context, id }
    const [before, after] = [was(one), is(one)]
    if (after && !before) begin++
    if (before && !after) lose++
  }
  const [before, after] = [was(context), is(context)]
  const own = before === after ? 'keeps its result' : after ? 'would gain it' : 'would lose it'
  return {
    kind: 'changes',
    sentence: `In a sample of ${words} with these attributes, ${numberOf(begin)} would gain it and ${numberOf(lose)} would lose it. This client ${own}.`,
  }
}

const numberOf = (amount: number): string => (amount === 0 ? 'none' : count(amount))

/** Why it cannot be told who gets a feature, from the kinds of its audiences. */
function unknown(kinds: readonly Audience['kind'][], draft: Feature): Change {
  const missing = missingIn(draft)
  const because = kinds.includes('script')
    ? 'A script decides, so who gets it is known only when it runs.'
    : kinds.includes('unknown')
      ? 'This page can’t tell who gets it: it doesn’t know this strategy.'
      : missing === undefined
        ? 'Who is affected can’t be told: the conditions refer to records that can’t be read here.'
        : `Choose a ${missing} to see who is affected.`
  return { kind: 'unknown', sentence: because }
}

/** What a condition of the feature refers to, where that is not chosen yet. */
const missingIn = ({ parameters }: Feature): string | undefined =>
  /"(segment|feature)":""/.exec(JSON.stringify(parameters ?? {}))?.[1]
