import type { Problems, SignalboxError } from '../../errors/errors.ts'

/** The most characters of JSON of the listed failures, and of the examples. */
const MOST_SIZE = 8 * 1024 * 1024

interface Message {
  message: string
  args: string[]
}

/** The result of a bulk patch. */
export interface PatchedMany<T> {
  changed: number
  unchanged: number
  failed: number
  failures: { id: string; code: string; detail: string; errors: Message[]; fieldErrors: Record<string, Message[]> }[]
  examples?: { before: T; after: T }[]
  events?: { first: number; last: number }
}

/** The records of a batch by outcome. */
interface Outcome<T> {
  /** `size` is that of both records as JSON, in characters. */
  readonly writes: readonly { readonly current: T; readonly next: T; readonly size: number }[]
  readonly failures: readonly { readonly id: string; readonly error: SignalboxError }[]
  readonly unchanged: number
}

interface Reported<T> {
  readonly present: (record: T) => T
  /** The most failures that are listed. */
  readonly failures: number
  /** The most examples; none if absent. */
  readonly examples?: number | undefined
}

/** Collects the outcome of a bulk patch, batch by batch. */
export function createPatchReport<T>({ present, failures: mostFailures, examples }: Reported<T>) {
  const result: PatchedMany<T> = { changed: 0, unchanged: 0, failed: 0, failures: [] }
  if (examples !== undefined) result.examples = []
  let [failuresSize, examplesSize] = [0, 0]

  function fail(id: string, { code, message, errors, fieldErrors }: SignalboxError): void {
    result.failed++
    if (result.failures.length >= mostFailures) return
    const failure = { id, code, detail: message, ...({ errors, fieldErrors } as Copied) }
    failuresSize += JSON.stringify(failure).length
    if (failuresSize <= MOST_SIZE) result.failures.push(failure)
  }

  return {
    fail,
    add({ writes, failures, unchanged }: Outcome<T>, events: readonly { readonly _id: number }[]): void {
      result.changed += writes.length
      result.unchanged += unchanged
      for (const { id, error } of failures) fail(id, error)
      const room = (examples ?? 0) - (result.examples?.length ?? 0)
      for (const { current, next, size } of writes.slice(0, room)) {
        examplesSize += size
        if (examplesSize <= MOST_SIZE) result.examples?.push({ before: present(current), after: present(next) })
      }
      const [first, last] = [events[0], events.at(-1)]
      if (first && last) result.events = { first: result.events?.first ?? first._id, last: last._id }
    },
    result: (): PatchedMany<T> => result,
  }
}

type Copied = Pick<PatchedMany<unknown>['failures'][number], keyof Problems>
