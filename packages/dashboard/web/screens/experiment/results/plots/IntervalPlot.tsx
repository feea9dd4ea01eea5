import type { Variant } from '@signalbox/core/contract'
import type { Interval } from '../figures/figures.ts'
import { Mark } from '../figures/Mark.tsx'
import { nameOf } from '../figures/names.ts'
import { seriesClass } from '../figures/VariantName.tsx'
import { scaleOf } from './scale.ts'
import './plots.css'

/** A row of an interval plot. */
export interface PlotRow {
  readonly variant: Variant
  /** The place of the variant, which decides its color and mark. */
  readonly at: number
  readonly value: number
  readonly interval: Interval
  /** A second interval, drawn dashed below. */
  readonly second?: Interval
  /** The numbers in words. */
  readonly words: string
}

interface IntervalPlotProps {
  /** What the plot shows, for those who do not see it. */
  readonly label: string
  readonly rows: readonly PlotRow[]
  /** Values that the scale must contain, such as 0. */
  readonly within?: readonly number[]
  /** The most extreme values that are drawn. */
  readonly limits?: Interval
  readonly inWords: (value: number) => string
}

/** A row has its words above, and below them what is drawn. */
const ROW = 48
const TRACK = 20
const AXIS = 24

/** Values with their intervals, one below the other on one scale. */
export function IntervalPlot({ label, rows, within = [], limits = [-Infinity, Infinity], inWords }: IntervalPlotProps) {
  const bounds = [...within, ...rows.flatMap(({ interval, second = [] }) => [...interval, ...second])].map((bound) =>
    Math.min(limits[1], Math.max(limits[0], bound)),
  )
  const { place, ticks } = scaleOf([Math.min(...bounds), Math.max(...bounds)])
  const x = (value: number) => `${place(value).toFixed(3)}%`
  const end = rows.length * ROW
  return (
    <svg
      class="interval-plot"
      role="img"
      aria-label={`${label}: ${rows.map(({ variant, words }) => `${nameOf(variant)} ${words}`).join('; ')}`}
      width="100%"
      height={end + AXIS}
    >
      {ticks.map((tick) => (
        <text key={tick} class="tick-label" x={x(tick)} y={end + 16} text-anchor={anchorOf(place(tick))}>
          {inWords(tick)}
        </text>
      ))}
      {rows.map((row, line) => (
        <g key={row.variant.id} class={seriesClass(row.at)}>
          {ticks.map((tick) => (
            <line
              key={tick}
              class={tick === 0 && within.includes(0) ? 'zero' : 'tick'}
              x1={x(tick)}
              x2={x(tick)}
              y1={line * ROW + TRACK}
              y2={(line + 1) * ROW}
            />
          ))}
          <text class="name" x="0" y={line * ROW + 15}>
            {nameOf(row.variant)}
          </text>
          <text x="100%" y={line * ROW + 15} text-anchor="end">
            {row.words}
          </text>
          <Whisker interval={row.interval} y={line * ROW + 29} x={x} caps />
          {row.second && <Whisker interval={row.second} y={line * ROW + 38} x={x} isDashed />}
          <svg x={x(row.value)} y={line * ROW + 29} overflow="visible" aria-hidden="true">
            <Mark at={row.at} />
          </svg>
        </g>
      ))}
    </svg>
  )
}

interface WhiskerProps {
  readonly interval: Interval
  readonly y: number
  readonly x: (value: number) => string
  readonly caps?: boolean
  readonly isDashed?: boolean
}

const Whisker = ({ interval: [low, high], y, x, caps = false, isDashed = false }: WhiskerProps) => (
  <>
    <line class={isDashed ? 'whisker dashed' : 'whisker'} x1={x(low)} x2={x(high)} y1={y} y2={y} />
    {caps &&
      [low, high].map((bound, at) => (
        <line key={at} class="whisker" x1={x(bound)} x2={x(bound)} y1={y - 5} y2={y + 5} />
      ))}
  </>
)

/** Labels at the ends stay inside. */
const anchorOf = (place: number): 'start' | 'middle' | 'end' => (place < 6 ? 'start' : place > 94 ? 'end' : 'middle')
