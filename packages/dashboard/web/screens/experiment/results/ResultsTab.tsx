import { Failure } from '../../../parts/Failure.tsx'
import { Late } from '../../../parts/Late.tsx'
import { resultsHere } from '../results-here.ts'
import { beliefSentences } from './belief.ts'
import { FigureTable } from './FigureTable.tsx'
import { notesOf } from './notes.ts'
import { OverTime } from './OverTime.tsx'
import { plannedEnd } from './planned-end.ts'
import { RatesPlot } from './RatesPlot.tsx'
import { RawEvents } from './RawEvents.tsx'
import { readingHere } from './reading-here.ts'
import { Split } from './Split.tsx'
import { UpliftPlot } from './UpliftPlot.tsx'
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
  const isSeen = results.results.some(({ users }) => users > 0)
  const { view, planned } = reading.value
  // Before the planned end, its interval would invite to stop at a good moment.
  const isUpliftShown = view === 'sequential' || plannedEnd(results, planned).isReached
  return (
    <div class="results">
      {!isSkewed && (
        <>
          <VerdictPanel verdict={verdictOf(results, reading.value)} />
          {isSeen && <ViewSwitch results={results} reading={reading} />}
        </>
      )}
      <Notes sentences={[...beliefSentences(results), ...notesOf(results)]} />
      {!isSkewed && isSeen && (
        <>
          <RatesPlot results={results} />
          {isUpliftShown && <UpliftPlot results={results} view={view} />}
          <FigureTable results={results} />
        </>
      )}
      <OverTime results={results} />
      <Split results={results} />
      {isSeen && <RawEvents id={id} />}
    </div>
  )
}

const Notes = ({ sentences }: { readonly sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <ul class="result-notes">
      {sentences.map((sentence) => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
