import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type EventSeries, tickWords } from './by-hour.ts'

/** How a series is drawn. */
export interface SeriesLook {
  readonly width: number
  /** The color of each line. */
  readonly colors: readonly string[]
  readonly text: string
  readonly grid: string
  readonly font: string
}

/** Lines differ by their dashes, too. */
const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 5], [1, 2]]
const HEIGHT = 180
const WIDTH_OF_NUMBERS = 44

/** Draws numbers of events over time into an element, as a line for each variant. Returns a function that removes it. */
export function drawSeries(host: HTMLElement, { times, counts }: EventSeries, look: SeriesLook): () => void {
  const axis = {
    ...{ stroke: look.text, font: look.font },
    ...{ grid: { stroke: look.grid, width: 1 }, ticks: { stroke: look.grid, width: 1, size: 4 } },
  }
  const plot = new uPlot(
    {
      ...{ width: look.width, height: HEIGHT, padding: [8, 8, 0, 0] },
      ...{ legend: { show: false }, cursor: { show: false } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] } },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map(tickWords) },
        { ...axis, size: WIDTH_OF_NUMBERS, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6] },
      ],
      series: [
        {},
        ...counts.map((_, at) => ({
          ...{ stroke: look.colors[at] ?? look.text, width: 1.5, dash: [...dashes[at % dashes.length]!] },
          points: { show: times.length === 1 },
        })),
      ],
    },
    [[...times], ...counts.map((one) => [...one])],
    host,
  )
  return () => plot.destroy()
}
