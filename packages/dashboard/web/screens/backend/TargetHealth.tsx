import { now } from '../../calls/clock.ts'
import { zone } from '../../preferences/preferences.ts'
import { fromNow } from '../../words/dates.ts'
import { clockTime, count } from '../../words/words.ts'
import { StateWord } from './StateWord.tsx'
import type { Target } from './settings.ts'
import { type BackendState, judged, shownState, stateWords, type TargetState } from './target-states.ts'

interface TargetHealthProps {
  readonly states: readonly BackendState[]
  readonly target: Target
}

/** How a target does in the data planes, why, and since when. */
export function TargetHealth({ states, target }: TargetHealthProps) {
  const found = judged(states, target)
  if (!found) return <span class="muted">Not in use yet</span>
  const { state, inFlight, of } = found
  const { word, aspect } = stateWords[shownState(state)]
  return (
    <span>
      {/* With the instant of its last call, the past tense. */}
      <StateWord is={aspect}>{word === 'Answering' ? 'Answered' : word}</StateWord>{' '}
      <span class="muted">
        {of && `in ${of[0]} of ${of[1]} data planes `}
        <bdi>{sinceWords(state, now.value)}</bdi>
        {inFlight > 0 && `, ${count(inFlight)} in progress`}
      </span>
    </span>
  )
}

/** Since when a target is in its state, or when its last call succeeded, and why. */
function sinceWords(state: TargetState, time: number): string {
  const ago = (instant: number) => fromNow(Math.min(instant, time), time)
  const { calls, since, why } = state
  const warned = why === undefined ? '' : `: ${why}`
  switch (shownState(state)) {
    case 'answering':
      return `${ago(calls?.at ?? since)}${warned}`
    case 'failing':
      return `every request since ${clockTime(calls?.since ?? since, zone.value)}: ${calls?.why}`
    case 'unchecked':
      return `no request in the last hour${warned}`
    default:
      return `since ${ago(since)}${warned}`
  }
}
