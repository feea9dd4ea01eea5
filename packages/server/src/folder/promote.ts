import { compileWhere } from '@signalbox/core'
import { isCaller, kindsNamed, type Me, sees } from './chosen-kinds.ts'
import type { Placed, Records } from './plan.ts'
import { readFolder } from './read-folder.ts'
import { readInstance } from './read-instance.ts'
import type { RecordKind } from './record-kinds.ts'
import { type PlanEnd, type RunOptions, runPlan } from './run-plan.ts'
import { type Instance, naming } from './sides.ts'

/** Which records are promoted, and how. */
export interface PromoteOptions extends Pick<RunOptions, 'dryRun' | 'compares' | 'reason' | 'print' | 'warn'> {
  /** The ids of the records. */
  readonly pattern: string
  /** Names of kinds, separated by commas. @default kinds without hashes and not of consumers; the kinds of a folder */
  readonly kinds?: string | undefined
  /** Whether records that the source does not have are deleted. @default false */
  readonly prune?: boolean | undefined
}

/**
 * Makes the records of an instance whose ids match a pattern equal to the records of another instance or of a folder.
 */
export async function promote(
  from: Instance | string,
  to: Instance,
  { pattern, kinds: names, prune = false, ...options }: PromoteOptions,
): Promise<PlanEnd> {
  const { kinds, desired, isKnown } = await readSource(from, { names, pattern })
  return naming(to, async () => {
    const { records: current, hidden } = await readInstance(to.view, { kinds, pattern })
    const unreadable = hidden.filter(({ kind }) => desired.get(kind)?.size)
    if (unreadable.length > 0)
      throw new Error(`${to.name}: the caller may not read ${unreadable.map(({ kind }) => kind).join(', ')}`)
    const me = await to.api.me()
    const prunes = (kind: RecordKind, id: string) => prune && isKnown(kind, id) && !isCaller(me, kind, id)
    return runPlan(to, { ...options, kinds, current, desired, prunes })
  })
}

interface Source {
  readonly kinds: readonly RecordKind[]
  readonly desired: Records
  /** Whether the source would have the record if it existed there. */
  readonly isKnown: (kind: RecordKind, id: string) => boolean
}

interface Selection {
  readonly names: string | undefined
  readonly pattern: string
}

async function readSource(from: Instance | string, { names, pattern }: Selection): Promise<Source> {
  if (typeof from === 'string') {
    const folder = await readFolder(from)
    const kinds = kindsNamed(names ?? [...folder.kinds].join(','))
    return { kinds, desired: matching(folder.records, pattern), isKnown: ({ kind }) => folder.kinds.has(kind) }
  }
  const kinds = kindsNamed(names)
  return naming(from, async () => {
    const { records, hidden } = await readInstance(from.view, { kinds, pattern })
    const me: Me = await from.api.me()
    const isKnown = (kind: RecordKind, id: string) => !hidden.includes(kind) && sees(me, kind, id)
    return { kinds: kinds.filter((kind) => !hidden.includes(kind)), desired: records, isKnown }
  })
}

/** The records whose ids match a pattern. */
function matching(records: Records, pattern: string): Records {
  const { matches } = compileWhere([pattern])
  const chosen = (of: ReadonlyMap<string, Placed>) => new Map([...of].filter(([id]) => matches(id)))
  return new Map([...records].map(([kind, of]) => [kind, chosen(of)]))
}
