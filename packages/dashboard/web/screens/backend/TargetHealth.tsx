import { now } from '../../clock.ts'
import { fromNow } from '../../dates.ts'
import { Aspect } from '../../parts/Aspect.tsx'
import { count } from '../../words.ts'
import type { Target } from './settings.ts'
import { type BackendState, judged, stateWords } from './target-states.ts'

interface TargetHealthProps {
  readonly states: readonly BackendState[]
  readonly target: Target
}

/** How the data planes judge a target, why, and since when. */
export function TargetHealth({ states, target }: TargetHealthProps) {
  const found = judged(states, target)
  if (!found) return <span class="muted">Not in use yet</span>
  const { state, inFlight, of } = found
  const { word, aspect } = stateWords[state.state]
  return (
    <span>
      <Aspect is={aspect}>{word}</Aspect>{' '}
      <span class="muted">
        {of && `in ${of[0]} of ${of[1]} data planes `}
        since {fromNow(Math.min(state.since, now.value), now.value)}
        {state.why !== undefined && <bdi>: {state.why}</bdi>}
        {inFlight > 0 && `, ${count(inFlight)} in progress`}
      </span>
    </span>
  )
}
