import type { Results } from '@signalbox/core/contract'
import { change, decimalsOf, upliftWithInterval } from '../figures/figures.ts'
import { nameOf } from '../figures/names.ts'
import { placeIn } from '../figures/place-in.ts'
import type { View } from '../verdict/compare.ts'
import { IntervalPlot, type PlotRow } from './IntervalPlot.tsx'

interface UpliftPlotProps {
  readonly results: Results
  readonly view: View
}

/** What is drawn of extreme uplifts: nothing decreases by more than 100%. */
const LIMITS = [-1, 3] as const

/** The uplift of each variant over the first, with the interval that is valid in a view; nothing while none is known. */
export function UpliftPlot({ results, view }: UpliftPlotProps) {
  const rows = results.results.flatMap((result): PlotRow[] => {
    const found = view === 'sequential' ? result.sequential : result.uplift
    if (!found) return []
    const words = upliftWithInterval(found.uplift, found.interval)
    return [
      {
        variant: result.variant,
        at: placeIn(results, result.variant),
        value: found.uplift,
        interval: found.interval,
        words,
      },
    ]
  })
  const [first] = results.results
  if (rows.length === 0 || !first) return null
  return (
    <figure class="plot">
      <figcaption>
        <b>Uplift over {nameOf(first.variant)}</b>{' '}
        <span class="muted">
          {view === 'sequential' ? '95% interval that holds at every look' : '95% interval for one look'}
          {rows.length > 1 && ', all of them together'}
        </span>
      </figcaption>
      <IntervalPlot label="Uplift" within={[0]} limits={LIMITS} inWords={tickWords} rows={rows} />
    </figure>
  )
}

const tickWords = (tick: number): string =>
  change(tick, tick === 0 ? 0 : Math.max(0, decimalsOf([0, Math.abs(tick)]) - 1))
