import { errorCodes } from '../../machine/errors/error-codes.ts'
import type { ErrorCode, SignalboxError } from '../../machine/errors/errors.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { createMasking, type Masking } from './masking.ts'
import { shortenForLog, shortText } from './shorten-for-log.ts'

/** One attempt to run a node. Entries are in the order in which attempts started. */
export const journalEntrySchema = object({
  node: Type.String({
    description: 'The id of the node, or its JSON pointer; after `<workflow id>#` in a called workflow',
  }),
  kind: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  input: Type.Optional(
    Type.Unknown({
      description: 'The evaluated input; long values are truncated, and values with secret names masked',
    }),
  ),
  output: Type.Optional(Type.Unknown({ description: 'The output, shown in the same way' })),
  error: Type.Optional(object({ code: choice(Object.keys(errorCodes) as ErrorCode[]), message: Type.String() })),
  duration: Type.Number({ description: 'The duration, in milliseconds' }),
})
/** One attempt to run a node. */
export type JournalEntry = Static<typeof journalEntrySchema>

/** The entry of an attempt in progress. */
export interface OpenEntry {
  /** Records the input of the node. */
  input(value: unknown): void
  succeed(output: unknown): void
  fail(error: SignalboxError): void
}

/** The journal of a run, with a size limit. When it is exceeded, the first and the last entries are kept. */
export interface Journal {
  /** Treats the texts in a value as secrets, which are masked in all entries. */
  hide(secrets: unknown): void
  open(entry: Pick<JournalEntry, 'node' | 'kind' | 'attempt'>): OpenEntry
  /** Masks the known secrets in a value outside the journal, such as a log line. */
  masked<T>(value: T): T
  /** Returns the entries that fit into `size` characters of JSON, and how many were left out after the first ones. */
  close(size: number): { readonly journal: readonly JournalEntry[]; readonly omitted: number }
}

/** Creates a journal that keeps no more than it can return in the end. */
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
          entry.input = shortenForLog(value, secrets)
        },
        succeed(output) {
          entry.output = shortenForLog(output, secrets)
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

/** Masks an entry again, for secrets that became known after it was recorded. */
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
