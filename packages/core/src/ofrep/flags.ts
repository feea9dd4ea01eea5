import type { Context } from '../conditions/context.ts'
import type { CompiledConfig, ConfigDecision } from '../configs/evaluate.ts'
import type { Decided, Decider } from '../features/decide.ts'
import type { CompiledFeature } from '../features/evaluate.ts'
import type { LiveFeatures } from '../features/live.ts'
import { copyJson } from '../machine/json/json.ts'
import { compareKeys } from '../machine/keys/compare-keys.ts'
import { createDigest } from '../machine/secrets/secret.ts'
import { answerTurn } from '../machine/time/event-loop-turns.ts'
import type { CallContext } from '../operation.ts'
import { type ConfigFlag, type FlagEvaluation, type FlagFailure, toConfigFlag, toFlag } from './openfeature.ts'

/** The evaluation of all flags at one moment: two references each, however long their text is. */
export interface DecidedFlags {
  readonly features: Pairs<CompiledFeature, Decided>
  readonly configs: Pairs<CompiledConfig, ConfigDecision>
}

/** Records in key order, and the evaluation of each. */
interface Pairs<Found, Of> {
  readonly found: readonly Found[]
  readonly decided: readonly Of[]
}

/** How many flags are evaluated or written before other work gets the thread: some milliseconds. */
const SLICE = 200

/** The size of a piece of text, in characters. */
const PIECE = 32 * 1024

/** How many characters of text are kept after the first pass. A longer text is generated again. */
const KEPT = 1024 * 1024

/** What evaluates the flags of a call. */
interface Asked {
  readonly decider: Decider
  readonly context: Context
}

/** Evaluates all features and typed configs that the caller may read, in slices. */
export async function decideAll(live: LiveFeatures, asked: Asked, call: CallContext): Promise<DecidedFlags> {
  return { features: await decideFeatures(live, asked, call), configs: await decideConfigs(live, asked, call) }
}

async function decideFeatures(live: LiveFeatures, { decider }: Asked, { caller }: CallContext) {
  const found: CompiledFeature[] = []
  const decided: Decided[] = []
  const same = new Map<string, Decided>()
  for await (const slice of live.slices(['*', caller.patterns('R', 'Feature')], SLICE)) {
    const decisions = await decider.explain(slice)
    for (const [i, one] of slice.entries()) {
      found.push(one)
      decided.push(shared(same, decisions[i] as Decided))
    }
  }
  return { found, decided }
}

/** Configs without a type are no flags: they may contain what nobody should publish. */
async function decideConfigs(live: LiveFeatures, { context }: Asked, { caller }: CallContext) {
  const found: CompiledConfig[] = []
  const decided: ConfigDecision[] = []
  for await (const slice of live.configSlices(['*', caller.patterns('R', 'Config')], SLICE))
    for (const one of slice) {
      if (one.config.type === undefined) continue
      found.push(one)
      decided.push(one.decide(context))
    }
  return { found, decided }
}

/** The text of a response if it is short, and its digest in any case. */
export async function readAll(flags: DecidedFlags): Promise<{ etag: string; text: string | undefined }> {
  const digest = createDigest()
  let text: string | undefined = ''
  for await (const piece of flagsText(flags)) {
    digest.add(piece)
    if (text !== undefined) text = text.length + piece.length > KEPT ? undefined : text + piece
  }
  return { etag: digest.end(), text }
}

/** The text of a response, in pieces. */
export async function* flagsText(flags: DecidedFlags): AsyncGenerator<string, undefined> {
  let text = '{"flags":['
  let comma = ''
  let count = 0
  for (const flag of inKeyOrder(flags)) {
    text += comma + JSON.stringify(flag)
    comma = ','
    const isTurn = ++count % SLICE === 0
    if (!isTurn && text.length < PIECE) continue
    yield text
    text = ''
    if (isTurn) await answerTurn()
  }
  yield `${text}]}`
}

/** All flags of a response. Their values belong to the caller. */
export async function collectFlags(flags: DecidedFlags) {
  const all: Flag[] = []
  for (const flag of inKeyOrder(flags)) {
    all.push('value' in flag ? ({ ...flag, value: copyJson(flag.value) } as Flag) : flag)
    if (all.length % SLICE === 0) await answerTurn()
  }
  return all
}

type Flag = { readonly key: string } & (FlagEvaluation | ConfigFlag | FlagFailure)

/** Features and configs in the order of their keys. Of a feature and a config with the same key, the feature is the flag. */
function* inKeyOrder({ features, configs }: DecidedFlags): Generator<Flag, undefined> {
  let i = 0
  let j = 0
  for (;;) {
    const feature = features.found[i]?.feature
    const config = configs.found[j]?.config
    const order = feature && config ? compareKeys(feature.id, config.id) : feature ? -1 : 1
    if (feature && order <= 0) yield { key: feature.id, ...toFlag(feature, features.decided[i] as Decided) }
    else if (config) yield { key: config.id, ...toConfigFlag(config, configs.decided[j] as ConfigDecision) }
    else return
    if (order <= 0) i++
    if (order >= 0) j++
  }
}

/** Deduplicates equal evaluations of a flag. */
function shared(same: Map<string, Decided>, { active, explanation }: Decided): Decided {
  const { reason, errorCode, message, strategy, enabled } = explanation
  const key = `${active} ${reason} ${strategy} ${enabled} ${errorCode} ${message}`
  const known = same.get(key)
  if (known) return known
  const kept: Decided = {
    active,
    explanation: {
      ...{ reason, strategy, enabled },
      ...(errorCode !== undefined && { errorCode }),
      ...(message !== undefined && { message }),
    },
  }
  same.set(key, kept)
  return kept
}
