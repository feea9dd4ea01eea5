import type { DescribedEntry, WorkflowDescriptor } from './descriptor-schema.ts'

/** The kind of an entry in the reference. */
export type EntryKind = 'node' | 'operator' | 'function'

/** A chapter of the reference: all entries of one kind, with an introduction. */
export interface Chapter {
  readonly kind: EntryKind
  readonly title: string
  readonly introduction: string
  /** The entries by category, in the order of the categories. */
  readonly sections: readonly Section[]
}
/** The entries of a chapter in one category. */
export interface Section {
  readonly name: string
  readonly description: string
  readonly entries: readonly DescribedEntry[]
}

/** The introduction of the reference. */
export const introduction =
  'A workflow is JSON: steps that share a memory, with expressions in their values. Every entry has an example that the tests of this version run.'

const chapters = [
  {
    kind: 'node',
    title: 'Nodes',
    introduction:
      'The steps of a workflow: objects with a `kind` and the members below. At the start, the memory has the input of the run as `input`. In every value, `${path}` is replaced by the value in memory at that path (`${input.items[0]["unit price"]}`), or by null if there is none. Alone it keeps its type; within a text it is inserted as text. Write `$${` for a literal `${`.',
  },
  {
    kind: 'operator',
    title: 'Operators',
    introduction:
      'Pure functions in values: an object with one member, named after the operator. Its arguments are evaluated first. An object with an operator among several members is rejected; `{"$raw": …}` stands for the value as written.',
  },
  {
    kind: 'function',
    title: 'Functions',
    introduction: 'Functions for the node `call`. They have the rights of the caller of the run.',
  },
] as const satisfies readonly Omit<Chapter, 'sections'>[]

/** Returns the chapters of the reference in reading order. */
export const toChapters = ({ categories, ...descriptor }: WorkflowDescriptor): Chapter[] =>
  chapters.map((chapter) => ({
    ...chapter,
    sections: categories
      .map(({ name, description }) => ({
        name,
        description,
        entries: descriptor[`${chapter.kind}s`].filter(({ category }) => category === name),
      }))
      .filter(({ entries }) => entries.length > 0),
  }))
