import { zone } from '../../../preferences/preferences.ts'
import { clockTime } from '../../../words/words.ts'
import { perSecond } from './figures.ts'
import type { Point } from './series.ts'

const WIDTH = 600
const HEIGHT = 64

/** Requests and errors per second as two lines. They are text, too: the newest and the highest rates. */
export function Series({ points }: { readonly points: readonly Point[] }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const most = Math.max(...points.map(({ requests }) => requests))
  const line = (of: 'requests' | 'errors') =>
    points
      .map((point) => {
        const x = ((point.at - first.at) / (last.at - first.at)) * WIDTH
        const y = HEIGHT - 2 - (point[of] / (most || 1)) * (HEIGHT - 4)
        return `${x.toFixed(1)},${y.toFixed(1)}`
      })
      .join(' ')
  const since = clockTime(first.at, zone.value)
  return (
    <figure class="traffic-series">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Requests since ${since}: at most ${perSecond(most)}, now ${perSecond(last.requests)}, errors ${perSecond(last.errors)}`}
      >
        <polyline class="requests" points={line('requests')} />
        <polyline class="errors" points={line('errors')} />
      </svg>
      <figcaption class="muted">
        Requests and <span class="errors">errors</span> since {since}, at most {perSecond(most)}
      </figcaption>
    </figure>
  )
}
