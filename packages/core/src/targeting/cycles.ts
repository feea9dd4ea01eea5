import { type Caller, may } from '../machine/callers/caller.ts'
import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Change, Reads, Versioned } from '../ports.ts'
import { checkChains } from './chains.ts'
import { isScripted, type Kinded, keyOf, kinds, labelOf, type Target, targetsIn } from './target.ts'

/** A record that is about to be written. */
export interface Written {
  readonly target: Kinded
  readonly next: unknown
  readonly current: unknown
  readonly caller: Caller
  /** Records that the same commit writes, which are not stored yet, by `keyOf`. */
  readonly pending?: ReadonlyMap<string, unknown> | undefined
}

/**
 * Checks what a record refers to, directly and indirectly. Throws INVALID by JSON pointer if the record would refer to
 * itself, or newly refers to a feature that only a script decides, and for chains of references that become too long. Returns
 * checks for its commit, which fails if a concurrent write has changed a record on the way.
 */
export async function checkReferences(store: Reads, written: Written): Promise<readonly Change[]> {
  const { target: self, next, current, pending } = written
  const [direct, before] = [targetsIn(next), targetsIn(current)]
  const read = new Map<string, Versioned | undefined>()

  async function recordOf(target: Target): Promise<unknown> {
    const key = keyOf(target)
    if (pending?.has(key)) return pending.get(key)
    if (!read.has(key)) read.set(key, await store.get(kinds[target.kind].collection, target.id))
    return read.get(key)?.value
  }

  for (const [key, { kind, id, place }] of direct)
    if (!before.has(key) && kind === 'feature' && isScripted(await recordOf({ kind, id }))) throw scripted(id, place)

  const open = [...direct.values()].map(({ kind, id, place }): Step => ({ target: { kind, id }, place }))
  const seen = new Set<string>()
  for (let one = open.pop(); one; one = open.pop()) {
    const { target, place } = one
    if (keyOf(target) === keyOf(self)) throw cycle([self, ...wayTo(one)], place, written.caller)
    if (seen.has(keyOf(target))) continue
    seen.add(keyOf(target))
    for (const { kind, id } of targetsIn(await recordOf(target)).values())
      open.push({ target: { kind, id }, place, before: one })
  }
  const isLinked = (pending?.size ?? 0) > 0 || [...direct.keys()].some((key) => !before.has(key))
  if (isLinked) await checkChains(store, { ...written, recordOf })
  return [...read].map(([key, found]): Change => {
    const [kind = '', id = ''] = key.split('/')
    const { collection } = kinds[kind as Target['kind']]
    return { op: 'check', collection, key: id, expected: found?.version ?? null }
  })
}

/** A record on the way, the condition of the written record that leads to it, and the record before it. */
interface Step {
  readonly target: Target
  readonly place: string
  readonly before?: Step
}

function wayTo(last: Step): readonly Target[] {
  const way: Target[] = []
  for (let step: Step | undefined = last; step; step = step.before) way.push(step.target)
  return way.reverse()
}

/** The most records that are named at each end of a cycle. */
const MOST_NAMED = 10

/** Names the cycle; records that the caller may not read stay hidden. */
function cycle(steps: readonly Kinded[], place: string, caller: Caller): SignalboxError {
  const isLong = steps.length > 2 * MOST_NAMED
  const ends = isLong ? [...steps.slice(0, MOST_NAMED), ...steps.slice(-MOST_NAMED)] : steps
  const named = ends.map((one) => (may(caller, 'R', kinds[one.kind].domain, one.id) ? labelOf(one) : `a ${one.kind}`))
  if (isLong) named.splice(MOST_NAMED, 0, `${steps.length - ends.length} more`)
  return new SignalboxError(
    'INVALID',
    `The ${named[0]} would refer to itself: ${named.join(' → ')}. Remove one of these references`,
    {
      fieldErrors: { [place]: [problem('error.reference.cycle', ...named)] },
    },
  )
}

const scripted = (id: string, place: string) =>
  new SignalboxError(
    'INVALID',
    `The feature ${id} cannot be a condition, because only a script decides it: refer to a feature with another strategy`,
    { fieldErrors: { [place]: [problem('error.reference.script', id)] } },
  )
