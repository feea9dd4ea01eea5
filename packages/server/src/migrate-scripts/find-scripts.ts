import type { Comparison, Language, Translation } from '@signalbox/migrate/scripts'
import type { Placed, Records } from '../folder/plan.ts'
import type { RecordKind } from '../folder/record-kinds.ts'

/** A script in Kotlin or Scala of a record, and the outcome of its conversion. */
export interface Found {
  readonly kind: RecordKind
  readonly id: string
  readonly record: object
  readonly type: Language
  readonly source: string
  /** Returns the record with a script in JavaScript instead. */
  readonly withScript: (script: string) => object
  readonly translation?: Translation
  /** Absent if the answers were not compared. */
  readonly comparison?: Comparison
}

/** A record that has a script: a script of its own, or a feature that a script decides. */
interface Scripted {
  readonly source?: Source
  readonly activationStrategy?: string
  readonly parameters?: Source
}

interface Source {
  readonly type?: string
  readonly script?: string
}

/** The scripts in Kotlin and Scala among records, in the order of the kinds and ids. */
export const scriptsIn = (kinds: readonly RecordKind[], records: Records): readonly Found[] =>
  kinds.flatMap((kind) => [...(records.get(kind.kind) ?? [])].flatMap(([id, placed]) => foundIn(kind, id, placed)))

function foundIn(kind: RecordKind, id: string, { record }: Placed): readonly Found[] {
  const { source: own, activationStrategy, parameters } = record as Scripted
  const member = kind.kind === 'scripts' ? 'source' : 'parameters'
  const { type, script } = (activationStrategy === 'SCRIPT' ? parameters : own) ?? {}
  if ((type !== 'kotlin' && type !== 'scala') || script === undefined) return []
  const withScript = (translated: string) => ({ ...record, [member]: { type: 'javascript', script: translated } })
  return [{ kind, id, record, type, source: script, withScript }]
}
