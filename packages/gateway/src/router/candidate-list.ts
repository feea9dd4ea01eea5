import { byPrecedence, type Candidate } from './candidate.ts'

/** Adds a candidate to a list in the order of precedence; returns the first of the list. */
export function withCandidate<P>(first: Candidate<P> | undefined, added: Candidate<P>): Candidate<P> {
  if (first === undefined || byPrecedence(added, first) < 0) {
    added.next = first
    return added
  }
  let before = first
  while (before.next !== undefined && byPrecedence(added, before.next) >= 0) before = before.next
  added.next = before.next
  before.next = added
  return first
}

/** Removes a candidate from a list; returns the first of the list. */
export function withoutCandidate<P>(first: Candidate<P> | undefined, gone: Candidate<P>): Candidate<P> | undefined {
  if (first === gone) return gone.next
  for (let before = first; before !== undefined; before = before.next)
    if (before.next === gone) {
      before.next = gone.next
      break
    }
  return first
}
