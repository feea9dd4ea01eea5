import type { Results } from '@signalbox/core/contract'
import { useMemo, useState } from 'preact/hooks'
import { Segmented } from '../../../../parts/fields/Segmented.tsx'
import { eventSeries } from './by-hour.ts'
import { SeriesPlot } from './SeriesPlot.tsx'

const kinds = [
  { value: 'displayed', label: 'Displayed' },
  { value: 'won', label: 'Won' },
] as const

type EventKind = (typeof kinds)[number]['value']

/** The events of an experiment over time. While the split is skewed, won events are hidden: they would compare rates. */
export function OverTime({ results }: { readonly results: Results }) {
  const { series, experiment, sampleRatioMismatch } = results
  const [chosen, setChosen] = useState<EventKind>('displayed')
  const kind = sampleRatioMismatch.alarm ? 'displayed' : chosen
  const ids = experiment.variants.map(({ id }) => id)
  const text = JSON.stringify(series)
  const shown = useMemo(() => eventSeries(series, ids, kind), [text, ids.join(), kind])
  if (!shown) return null
  return (
    <div class="over-time">
      <div class="bar">
        <h2>Events by {shown.unit}</h2>
        {!sampleRatioMismatch.alarm && (
          <Segmented<EventKind> label="Events" choices={kinds} value={kind} onChange={(next) => setChosen(next)} />
        )}
      </div>
      <SeriesPlot
        label={kind === 'displayed' ? 'Displayed events' : 'Won events'}
        variants={experiment.variants}
        series={shown}
      />
    </div>
  )
}
