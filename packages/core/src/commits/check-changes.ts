import { type Problem, problem } from '../machine/errors/errors.ts'
import { nearest } from '../machine/errors/nearest.ts'
import { notValid } from '../machine/errors/not-valid.ts'

interface Checked {
  readonly op: string
  readonly kind: string
}

/** The most problems that are listed. */
const MOST_PROBLEMS = 100

/**
 * Throws INVALID for unknown kinds and for a record that is both written and deleted: with at most 100 of them. `idOf` is called for known kinds.
 */
export function checkChanges<C extends Checked>(
  changes: readonly C[],
  {
    kinds,
    idOf,
  }: { readonly kinds: readonly { readonly kind: string }[]; readonly idOf: (change: C) => string | undefined },
): void {
  const names = kinds.map(({ kind }) => kind)
  const fieldErrors: Record<string, readonly Problem[]> = {}
  const written = new Map<string, string>()
  let found = 0
  let isListed = false // all kinds are listed once
  const add = (pointer: string, one: Problem): void => {
    fieldErrors[pointer] = [one]
    found++
  }
  for (const [index, change] of changes.entries()) {
    if (found === MOST_PROBLEMS) break
    const { kind, op } = change
    if (!names.includes(kind)) {
      const like = nearest(kind, names)
      const known = like !== undefined ? [like] : isListed ? [] : names
      isListed ||= like === undefined
      add(`/changes/${index}/kind`, problem('error.enum', ...known))
      continue
    }
    const id = idOf(change)
    if (id === undefined) continue
    const key = `${kind}/${id}`
    const before = written.get(key)
    if (before !== undefined && (op === 'delete' || before === 'delete'))
      add(`/changes/${index}`, problem('error.id.duplicate', id))
    written.set(key, op)
  }
  if (found > 0) throw notValid('The commit', { fieldErrors })
}
