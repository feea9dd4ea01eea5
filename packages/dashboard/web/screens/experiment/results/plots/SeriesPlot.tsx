import type { Variant } from '@signalbox/core/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { preferences } from '../../../../preferences/preferences.ts'
import { count } from '../../../../words/words.ts'
import { VariantName } from '../figures/VariantName.tsx'
import { type EventSeries, timeWords } from './by-hour.ts'
import type { SeriesLook } from './draw-series.ts'

interface SeriesPlotProps {
  /** What is counted: `Displayed events`. */
  readonly label: string
  readonly variants: readonly Variant[]
  readonly series: EventSeries
}

/** Events over time. The plot is a canvas, whose code loads when it is shown; the table beside it has its numbers. */
export function SeriesPlot({ label, variants, series }: SeriesPlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  const width = useWidth(host)
  const scheme = useScheme()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (width === 0) return
    let remove = () => {}
    let isGone = false
    void import('./draw-series.ts').then(
      ({ drawSeries }) => {
        setLost(false)
        if (!isGone) remove = drawSeries(host.current!, series, lookOf(host.current!, legend.current!, width))
      },
      () => setLost(true),
    )
    return () => {
      isGone = true
      remove()
    }
  }, [width, scheme, series])
  return (
    <>
      <ul class="legend" ref={legend}>
        {variants.map((variant, at) => (
          <li key={variant.id}>
            <VariantName variant={variant} at={at} />
          </li>
        ))}
      </ul>
      <div
        ref={host}
        class="series-plot"
        role="img"
        aria-label={`${label} by ${series.unit}, from ${timeWords(series.times[0]!, series.unit)} to ${timeWords(series.times.at(-1)!, series.unit)}`}
      />
      {isLost && <p class="muted">The plot could not be loaded. The table has its numbers.</p>}
      <SeriesTable label={label} variants={variants} series={series} />
    </>
  )
}

function SeriesTable({ label, variants, series: { unit, times, counts } }: SeriesPlotProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The same as a table</summary>
      {isOpen && (
        <table class="figures few">
          <caption class="hidden-text">{`${label} by ${unit}`}</caption>
          <thead>
            <tr>
              <th scope="col">{unit === 'day' ? 'Day' : 'Hour'}</th>
              {variants.map((variant, at) => (
                <th key={variant.id} scope="col">
                  <VariantName variant={variant} at={at} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, at) => (
              <tr key={time}>
                <th scope="row">{timeWords(time, unit)}</th>
                {counts.map((one, variant) => (
                  <td key={variants[variant]!.id}>{count(one[at]!)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

/** The colors of the page at present: a canvas does not follow styles. */
function lookOf(host: HTMLElement, legend: HTMLElement, width: number): SeriesLook {
  const { color, borderBlockEndColor, fontFamily } = getComputedStyle(host)
  const marks = [...legend.querySelectorAll('.plot-mark')]
  const colors = marks.map((mark) => getComputedStyle(mark).fill)
  return { width, colors, text: color, grid: borderBlockEndColor, font: `12px ${fontFamily}` }
}

function useWidth(host: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(host.current!)
    return () => observer.disconnect()
  }, [])
  return width
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const forced = matchMedia('(forced-colors: active)')

/** Changes when the colors of the page do. */
function useScheme(): string {
  const [system, setSystem] = useState(0)
  useEffect(() => {
    const onChange = () => setSystem((one) => one + 1)
    for (const query of [dark, forced]) query.addEventListener('change', onChange)
    return () => {
      for (const query of [dark, forced]) query.removeEventListener('change', onChange)
    }
  }, [])
  return `${preferences.value.theme} ${system}`
}
