import { figuresOf } from './figures.ts'
import { type History, lately } from './history.ts'
import { boundText, quantileBound } from './quantiles.ts'
import { Series } from './Series.tsx'
import { Summary } from './Summary.tsx'
import { seriesOf } from './series.ts'
import './now.css'

interface RatesProps {
  readonly history: History
  /** Whether requests in progress are shown: data planes count them for all APIs together. */
  readonly inFlight: boolean
}

/** The figures of the last minute over all APIs of a history, and their series. */
export function Rates({ history, inFlight }: RatesProps) {
  const recent = lately(history)
  const planes = history.last?.results ?? []
  if (!recent) return <p class="muted">Collecting data…</p>
  const apis = [...recent.apis.values()]
  const bounds = planes[0]?.bounds ?? []
  const durations = [...bounds, Number.POSITIVE_INFINITY].map((_, at) =>
    apis.reduce((sum, one) => sum + (one.durations[at] ?? 0), 0),
  )
  return (
    <>
      <Summary
        figures={figuresOf(apis.flatMap(({ routes }) => [...routes.values()]))}
        seconds={recent.seconds}
        p95={boundText(quantileBound(durations, bounds, 0.95), bounds)}
        {...(inFlight && { inFlight: planes.reduce((sum, one) => sum + one.inFlight, 0) })}
      />
      <Series points={seriesOf(history)} />
    </>
  )
}
