import type { AspectName } from '../../parts/signs/Aspect.tsx'
import { type Failing, failedOf } from './failing.ts'

/** A word about the state of an API or a route, and how bad that is. */
export interface Mark {
  readonly word: string
  readonly is?: AspectName
  /** The sentences behind it. */
  readonly why?: string
}

/**
 * The marks of an API or a route, with its health: while its requests fail, the last mark says so, and none is green.
 * Every row and head that shows such a state takes its marks from here.
 */
export const withHealth = (marks: readonly Mark[], failing: Failing | undefined): readonly Mark[] =>
  failing === undefined
    ? marks
    : [
        ...marks.map(({ is, ...mark }) => (is === undefined || is === 'clear' ? mark : { ...mark, is })),
        { word: 'Failing', is: 'danger', why: `${failedOf(failing)} failed.` },
      ]

/** The worst of some marks, which is the last; what it stands for are the sentences of all. */
export function worstOf(marks: readonly Mark[]): Mark | undefined {
  const worst = marks.at(-1)
  const why = marks.flatMap(({ word, why }) => (why === undefined ? [] : marks.length > 1 ? `${word}: ${why}` : why))
  return worst && { ...worst, ...(why.length > 0 && { why: why.join('\n') }) }
}
