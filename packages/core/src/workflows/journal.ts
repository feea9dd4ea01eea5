import { errorCodes } from '../error-codes.ts'
import type { ErrorCode, SignalboxError } from '../errors.ts'
import type { Static } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'
import type { Masking } from './masking.ts'
import { createMasking } from './masking.ts'
import { shortText, shown } from './shown.ts'

/** One attempt at one node, in the order in which they began. */
export const journalEntrySchema = object({
  node: Type.String({
    description: 'Its id, else the JSON pointer to it; behind `<workflow id>#` in a called workflow',
  }),
  kind: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  input: Type.Optional(
    Type.Unknown({ description: 'What it worked on; long values are cut, and those that are called secrets masked' }),
  ),
  output: Type.Optional(Type.Unknown({ description: 'What came of it, in the same way' })),
  error: Type.Optional(object({ code: choice(Object.keys(errorCodes) as ErrorCode[]), message: Type.String() })),
  duration: Type.Number({ description: 'In milliseconds' }),
})
/** One attempt at one node. */
export type JournalEntry = Static<typeof journalEntrySchema>

/** An attempt that is under way. */
export interface OpenEntry {
  /** Notes what the node works on. */
  input(value: unknown): void
  succeed(output: unknown): void
  fail(error: SignalboxError): void
}

/** What a run did, up to a size: when it grows longer, the first entries and the last ones are kept. */
export interface Journal {
  /** Learns the texts in a value as secrets: no entry tells them, whatever they are called there. */
  hide(secrets: unknown): void
  open(entry: Pick<JournalEntry, 'node' | 'kind' | 'attempt'>): OpenEntry
  /** What the run tells beside its journal, such as a log line, without the secrets that it came across. */
  masked<T>(value: T): T
  /** The entries that fit into so many characters as JSON, and how many were left out behind the first ones. */
  close(size: number): { readonly journal: readonly JournalEntry[]; readonly omitted: number }
}

/** A journal that keeps no more than it may show in the end. */
export function createJournal(most: number, clock: () => number): Journal {
  const secrets = createMasking()
  const first: Line[] = []
  let last: Line[] = []
  let passed = 0
  let omitted = 0
  let sizeOfFirst = 0
  let sizeOfLast = 0

  function settle(line: Line): void {
    if (line.isOmitted) return
    line.size = JSON.stringify(line.entry).length + 1
    if (line.isFirst) {
      sizeOfFirst += line.size
      return
    }
    sizeOfLast += line.size
    while (sizeOfLast > most / 2) omit(last[passed++]!)
    if (passed > 1000) {
      last = last.slice(passed)
      passed = 0
    }
  }

  function omit(line: Line): void {
    line.isOmitted = true
    sizeOfLast -= line.size
    omitted++
  }

  return {
    hide: secrets.learn,
    masked: secrets.mask,
    open(known) {
      const begun = clock()
      const entry: Open<JournalEntry> = { ...known, duration: 0 }
      const line: Line = { entry, size: 0, isFirst: sizeOfFirst < most / 2, isOmitted: false }
      if (line.isFirst) first.push(line)
      else last.push(line)
      const end = () => {
        entry.duration = clock() - begun
        settle(line)
      }
      return {
        input(value) {
          entry.input = shown(value, secrets)
        },
        succeed(output) {
          entry.output = shown(output, secrets)
          end()
        },
        fail({ code, message }) {
          entry.error = { code, message: shortText(message) }
          end()
        },
      }
    },
    close(size) {
      const kept = [...first, ...last.slice(passed)]
      let from = 0
      let left = size
      while (from < kept.length && left - kept[from]!.size >= size / 2) left -= kept[from++]!.size
      let to = kept.length
      while (to > from && left >= kept[to - 1]!.size) left -= kept[--to]!.size
      const lines = [...kept.slice(0, from), ...kept.slice(to)]
      return { journal: lines.map(({ entry }) => toldOf(entry, secrets)), omitted: omitted + to - from }
    },
  }
}

/** What is told of an attempt: also what was noted before a secret was known as one has it masked. */
function toldOf({ input, output, error, ...known }: JournalEntry, { mask }: Masking): JournalEntry {
  return {
    ...known,
    ...(input !== undefined && { input: mask(input) }),
    ...(output !== undefined && { output: mask(output) }),
    ...(error && { error: { ...error, message: mask(error.message) } }),
  }
}

type Open<T> = { -readonly [K in keyof T]: T[K] }
interface Line {
  readonly entry: Open<JournalEntry>
  size: number
  readonly isFirst: boolean
  isOmitted: boolean
}
