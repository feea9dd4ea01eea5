import type { OutlineNode } from './outline.ts'

/** An entry of the journal of a run: one attempt to run a node. */
export interface JournalEntry {
  readonly node: string
  readonly kind: string
  readonly attempt: number
  readonly input?: unknown
  readonly output?: unknown
  readonly error?: { readonly code: string; readonly message: string }
  readonly duration: number
}

/** An entry as it is drawn. */
export interface JournalRow {
  readonly entry: JournalEntry
  /** How many nodes it is in, as far as the outline tells. */
  readonly depth: number
  /** The share of the longest attempt, from 0 to 1. */
  readonly share: number
}

/** The entries of a journal, each as deep as its node is in the workflow. Nodes of called workflows are one deeper. */
export function journalRows(journal: readonly JournalEntry[], outline: readonly OutlineNode[]): readonly JournalRow[] {
  const depths = new Map<string, number>()
  for (const { pointer, id, depth } of outline) {
    depths.set(pointer, depth)
    if (id !== undefined) depths.set(id, depth)
  }
  const longest = Math.max(1e-9, ...journal.map(({ duration }) => duration))
  return journal.map((entry) => {
    const called = entry.node.split('#').length - 1
    return { entry, depth: (depths.get(entry.node) ?? 0) + called, share: entry.duration / longest }
  })
}
