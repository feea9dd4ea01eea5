import { type Problem, problem } from '../machine/errors/errors.ts'
import { nearest } from '../machine/errors/nearest.ts'
import { notValid } from '../machine/errors/not-valid.ts'

interface Checked {
  readonly op: string
  readonly kind: string
}

/**
 * Throws INVALID for unknown kinds and for a record that is both written and deleted. `idOf` is called for known kinds.
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
  for (const [index, change] of changes.entries()) {
    const { kind, op } = change
    if (!names.includes(kind)) {
      const like = nearest(kind, names)
      fieldErrors[`/changes/${index}/kind`] = [problem('error.enum', ...(like === undefined ? names : [like]))]
      continue
    }
    const id = idOf(change)
    if (id === undefined) continue
    const key = `${kind}/${id}`
    const before = written.get(key)
    if (before !== undefined && (op === 'delete' || before === 'delete'))
      fieldErrors[`/changes/${index}`] = [problem('error.id.duplicate', id)]
    written.set(key, op)
  }
  if (Object.keys(fieldErrors).length > 0) throw notValid('The commit', { fieldErrors })
}
