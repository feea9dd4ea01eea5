import { Failure } from '../../../parts/Failure.tsx'
import { Late } from '../../../parts/Late.tsx'
import { resultsHere } from '../results-here.ts'
import { beliefSentences } from './belief.ts'
import { notesOf } from './notes.ts'
import { readingHere } from './reading-here.ts'
import { VerdictPanel } from './VerdictPanel.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import { verdictOf } from './verdict.ts'
import './results.css'

/** The results of an experiment: what to do, why, and the figures. */
export function ResultsTab({ id }: { readonly id: string }) {
  const here = resultsHere(id).value
  const reading = readingHere(id)
  if (here.state === 'loading') return <Late>Loading…</Late>
  if (here.state === 'failed') return <Failure error={here.error} retry={here.retry} />
  const { results } = here
  const isSkewed = results.sampleRatioMismatch.alarm
  return (
    <div class="results">
      {!isSkewed && (
        <>
          <VerdictPanel verdict={verdictOf(results, reading.value)} />
          <ViewSwitch results={results} reading={reading} />
        </>
      )}
      <ul class="result-notes">
        {[...beliefSentences(results), ...notesOf(results)].map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  )
}
