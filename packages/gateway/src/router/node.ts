import type { Candidate } from './candidate.ts'
import type { TextTable } from './text-table.ts'

/** A place in the trie: what the paths of some routes have in common up to here. */
export interface Node<P> {
  /** The text of the segment; empty if the segment is not text. */
  readonly text: string
  /** The number of children whose segment is text. */
  texts: number
  /** These children: none, the only one, or a table of all. */
  children: Node<P> | TextTable<Node<P>> | undefined
  /** The child of `:name`. */
  parameter: Node<P> | undefined
  /** The children of rarer segments. */
  choices: Choices<P> | undefined
  /** The routes that take all further segments. */
  rest: Candidate<P> | undefined
  /** The routes whose path ends here. */
  first: Candidate<P> | undefined
}

/** The children of the segments that few paths have. */
export interface Choices<P> {
  readonly mixed: Branch<P>[]
  readonly regex: Branch<P>[]
  any: Node<P> | undefined
}

/** A child whose segment is a pattern. */
export interface Branch<P> {
  /** The pattern without the names of parameters. */
  readonly key: string
  readonly matches: (segment: string) => boolean
  readonly node: Node<P>
}

/** A node without children or routes. */
export const emptyNode = <P>(text = ''): Node<P> => ({
  text,
  texts: 0,
  children: undefined,
  parameter: undefined,
  choices: undefined,
  rest: undefined,
  first: undefined,
})

/** Whether a node has neither children nor routes. */
export const isEmptyNode = ({ first, rest, texts, parameter, choices }: Node<unknown>): boolean =>
  first === undefined && rest === undefined && texts === 0 && parameter === undefined && choices === undefined
