import { escapePointer } from '@signalbox/core/wire'
import { printable } from './printable.ts'
import type { ReadValue } from './read-records.ts'
import { recordKinds, unknownKind } from './record-kinds.ts'

/** The file of a folder that says what may be deleted. */
export const SETTINGS_FILE = 'signalbox.yaml'

interface Claims {
  /** Gets the patterns of the ids that may be deleted, by kind. */
  readonly prune: Map<string, string>
  readonly problem: (line: number, text: string) => void
}

const expected = 'expected prune: with a pattern of ids for each kind, such as features: "shop:*"'

/** Reads `signalbox.yaml`: `prune` with a pattern for each kind. */
export function readClaims([found, ...others]: readonly ReadValue[], { prune, problem }: Claims): void {
  for (const other of others) problem(other.lineOf(''), expected)
  if (!found) return
  const { value, lineOf } = found
  if (!isObject(value)) {
    problem(lineOf(''), expected)
    return
  }
  for (const [name, patterns] of Object.entries(value)) {
    if (name !== 'prune' || !(isObject(patterns) || patterns === null)) {
      problem(lineOf(`/${name}`), `unknown or invalid member ${printable(name)}: ${expected}`)
      continue
    }
    for (const [kind, pattern] of Object.entries(patterns ?? {})) {
      const line = lineOf(`/prune/${escapePointer(kind)}`)
      if (!recordKinds.some((one) => one.kind === kind)) problem(line, unknownKind(kind))
      else if (typeof pattern !== 'string' || pattern === '') problem(line, expected)
      else prune.set(kind, pattern)
    }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
