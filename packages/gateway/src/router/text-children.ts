import type { Node } from './node.ts'
import { isSegment, type PathCut } from './path-cut.ts'
import { findSegment, findText, nodesOf, type TextTable, tableOf, withNode, withoutNode } from './text-table.ts'

/** The child for a segment of a request's path. Most nodes have no or one such child, and no table. */
export function textChild<P>({ texts, children }: Node<P>, cut: PathCut, i: number): Node<P> | undefined {
  if (texts === 0) return undefined
  if (texts > 1) return findSegment(children as TextTable<Node<P>>, cut, i)
  return isSegment(cut, i, (children as Node<P>).text) ? (children as Node<P>) : undefined
}

/** The child with a text. */
export function childWithText<P>({ texts, children }: Node<P>, text: string): Node<P> | undefined {
  if (texts > 1) return findText(children as TextTable<Node<P>>, text)
  const only = children as Node<P> | undefined
  return only?.text === text ? only : undefined
}

/** Adds a child whose text is new. */
export function addText<P>(node: Node<P>, child: Node<P>): void {
  const { children } = node
  node.texts++
  if (node.texts === 1) node.children = child
  else if (node.texts === 2) node.children = tableOf([children as Node<P>, child])
  else node.children = withNode(children as TextTable<Node<P>>, child, node.texts)
}

/** Removes a child. */
export function removeText<P>(node: Node<P>, child: Node<P>): void {
  const { children } = node
  node.texts--
  if (node.texts === 0) node.children = undefined
  else if (node.texts === 1) node.children = nodesOf(children as TextTable<Node<P>>).find((one) => one !== child)
  else node.children = withoutNode(children as TextTable<Node<P>>, child, node.texts)
}
