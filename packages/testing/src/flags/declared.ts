import { nearest } from '@signalbox/core/evaluate'
import type { Held } from './initial-flags.ts'

/** A kind of record whose keys tests declare. */
export type DeclaredKind = keyof typeof words

/**
 * Throws a `RangeError` for a key that was not passed to `createTestFlags`: it is misspelt, or the flags lack it. `otherwise`
 * is a further way out.
 */
export function mustBeDeclared(held: Held, kind: DeclaredKind, key: string, otherwise?: string): void {
  if (held[kind].has(key)) return
  const { one, example } = words[kind]
  const like = nearest(key, held[kind].keys())
  const declare = `declare it with createTestFlags({ ${kind}: { '${key}': ${example} } })`
  const wayOut = otherwise === undefined ? declare : `${declare}, or ${otherwise}`
  throw new RangeError(
    like === undefined
      ? `There is no ${one} ${key} among these flags: ${wayOut}`
      : `There is no ${one} ${key} among these flags: did you mean ${like}? Else ${wayOut}`,
  )
}

/** The name of each kind, and an example of how to declare one. */
const words = {
  features: { one: 'feature', example: 'false' },
  configs: { one: 'config', example: '…' },
  experiments: { one: 'experiment', example: "['A', 'B']" },
} as const satisfies Partial<Record<keyof Held, unknown>>
