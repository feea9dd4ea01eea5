import type { Decided, Decider } from '../features/decide.ts'
import type { CompiledFeature } from '../features/evaluate.ts'
import type { LiveFeatures } from '../features/live.ts'
import type { CallContext } from '../operation.ts'
import { createDigest } from '../secret.ts'
import { answerTurn } from '../turns.ts'
import { toFlag } from './openfeature.ts'

/** The evaluation of all features at one moment: two references each, however long their text is. */
export interface DecidedFlags {
  readonly found: readonly CompiledFeature[]
  readonly decided: readonly Decided[]
}

/** How many flags are evaluated or written before other work gets the thread: some milliseconds. */
const SLICE = 200

/** How many characters of text are kept after the first pass. A longer text is generated again. */
const KEPT = 1024 * 1024

/** Evaluates all features that the caller may read, in slices. */
export async function decideAll(live: LiveFeatures, decider: Decider, { caller }: CallContext): Promise<DecidedFlags> {
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

/** The text of a response, in slices. */
export async function* flagsText(flags: DecidedFlags): AsyncGenerator<string, undefined> {
  let comma = ''
  yield '{"flags":['
  for await (const slice of flagSlices(flags)) {
    yield comma + slice.map((flag) => JSON.stringify(flag)).join(',')
    comma = ','
  }
  yield ']}'
}

/** All flags of a response. */
export async function collectFlags(flags: DecidedFlags) {
  const all: Flag[] = []
  for await (const slice of flagSlices(flags)) all.push(...slice)
  return all
}

type Flag = { readonly key: string } & ReturnType<typeof toFlag>

async function* flagSlices({ found, decided }: DecidedFlags): AsyncGenerator<Flag[], undefined> {
  for (let from = 0; from < found.length; from += SLICE) {
    if (from > 0) await answerTurn()
    const slice = found.slice(from, from + SLICE)
    yield slice.map(({ feature }, i) => ({ key: feature.id, ...toFlag(feature, decided[from + i] as Decided) }))
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
