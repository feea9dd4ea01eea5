import { signal } from '@preact/signals'

/** What the parts of an API show: what is edited, or what is served. */
export type Side = 'draft' | 'serving'

const serving = signal<ReadonlySet<string>>(new Set())

/** What the parts of an API show. */
export const shownSide = (id: string): Side => (serving.value.has(id) ? 'serving' : 'draft')

/** Shows what is edited, or what is served. */
export function showSide(id: string, side: Side): void {
  const next = new Set(serving.peek())
  if (side === 'serving') next.add(id)
  else next.delete(id)
  serving.value = next
}
