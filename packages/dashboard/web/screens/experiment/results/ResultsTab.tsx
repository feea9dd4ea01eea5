import { type Signal, signal } from '@preact/signals'
import type { Results } from '@signalbox/core/contract'
import { may } from '../../../calls/session.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { resultsHere } from '../results-here.ts'
import { FigureTable } from './FigureTable.tsx'
import { nameOf } from './figures/names.ts'
import { OverTime } from './plots/OverTime.tsx'
import { RatesPlot } from './plots/RatesPlot.tsx'
import { UpliftPlot } from './plots/UpliftPlot.tsx'
import { RawEvents } from './RawEvents.tsx'
import { Split } from './Split.tsx'
import { ShippedPanel } from './shipping/ShippedPanel.tsx'
import { ship } from './shipping/ship.ts'
import { shippedOf } from './shipping/ship-means.ts'
import { ViewSwitch } from './ViewSwitch.tsx'
import { beliefSentences } from './verdict/belief.ts'
import { notesOf } from './verdict/notes.ts'
import { plannedEnd } from './verdict/planned-end.ts'
import { type Reading, type Verdict, verdictOf } from './verdict/verdict.ts'
import './results.css'
import './verdict.css'

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
          {shippedOf(results.experiment) ? (
            <ShippedPanel experiment={results.experiment} />
          ) : (
            <VerdictPanel results={results} verdict={verdictOf(results, reading.value)} />
          )}
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

const readings = new Map<string, Signal<Reading>>()

/** How the results of an experiment are read: kept until the page is closed. */
function readingHere(id: string): Signal<Reading> {
  const known = readings.get(id) ?? signal<Reading>({ view: 'sequential' })
  readings.set(id, known)
  return known
}

/** What to do, in one sentence, and why. */
const VerdictPanel = ({
  results,
  verdict: { aspect, headline, why, ships },
}: {
  readonly results: Results
  readonly verdict: Verdict
}) => (
  <section class={`what-to-do ${aspect}`} aria-label="What to do">
    <h2 dir="auto">{headline}</h2>
    {why.map((sentence) => (
      <p key={sentence} dir="auto">
        {sentence}
      </p>
    ))}
    {ships && may('U', 'Experiment', results.experiment.id) && (
      <p class="bar">
        <button type="button" class="primary" onClick={() => void ship(results, ships)}>
          Ship {nameOf(ships)}…
        </button>
      </p>
    )}
  </section>
)
