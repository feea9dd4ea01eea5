import type { Candidate } from './candidate.ts'
import type { PathCut } from './path-cut.ts'
import type { Because, RouteRequest } from './router.ts'

/** Receives a candidate, and why it does not take the request; `undefined`: it does, unless one before it did. */
export type Tell<P> = (candidate: Candidate<P>, because: Because | undefined) => void

/** A request as the search sees it. A router reuses one. */
export interface Look<P> {
  request: RouteRequest
  cut: PathCut
  /** The bits of the request's method. */
  methods: number
  /** Set where routes of another port than the request's are reported. */
  port: number | undefined
  /** Set: the search tells of all candidates, and finds none. */
  tell: Tell<P> | undefined
}
