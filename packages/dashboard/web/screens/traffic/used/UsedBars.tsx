import { zone } from '../../../preferences/preferences.ts'
import { count, counted } from '../../../words/words.ts'
import { periodText } from './period-text.ts'
import { type Period, totalOf } from './periods.ts'
import { classes } from './used-words.ts'

const WIDTH = 1000
const HEIGHT = 160

interface UsedBarsProps {
  readonly periods: readonly Period[]
  readonly by: 'hour' | 'day'
}

/** Requests over time: a bar for each period, divided by class of status. The table below has the same numbers. */
export function UsedBars({ periods, by }: UsedBarsProps) {
  const most = Math.max(1, ...periods.map(({ requests }) => requests))
  const width = WIDTH / periods.length
  const [first, last] = [periods[0]!, periods.at(-1)!]
  const total = totalOf(periods)
  return (
    <figure class="used-bars">
      <figcaption class="muted">
        Requests by {by}, at most {count(most)}
        <ul class="class-names">
          {classes
            .filter(({ digit }) => total.classes.has(digit))
            .map(({ digit, name }) => (
              <li key={digit}>
                <svg class={`class-${digit}`} viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" />
                </svg>
                {name}
              </li>
            ))}
        </ul>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(total.requests, 'request')} by ${by}, from ${periodText(first.at, by, zone.value)} to ${periodText(last.at, by, zone.value)}`}
      >
        {periods.map((period, at) => (
          <Bar key={period.at} period={period} x={at * width} width={width} most={most} />
        ))}
      </svg>
      <div class="ends muted">
        <span>{periodText(first.at, by, zone.value)}</span>
        <span>{periodText(last.at, by, zone.value)}</span>
      </div>
    </figure>
  )
}

interface BarProps {
  readonly period: Period
  readonly x: number
  readonly width: number
  readonly most: number
}

function Bar({ period, x, width, most }: BarProps) {
  let top = HEIGHT
  return (
    <g>
      {classes.map(({ digit }) => {
        const height = ((period.classes.get(digit) ?? 0) / most) * HEIGHT
        if (height === 0) return null
        top -= height
        return (
          <rect key={digit} class={`class-${digit}`} x={x + width * 0.1} y={top} width={width * 0.8} height={height} />
        )
      })}
    </g>
  )
}
