import { causeWords } from '../cause-words.ts'
import { type Figures, rateText } from './figures.ts'

interface SummaryProps {
  readonly figures: Figures
  readonly seconds: number
  /** The quantile of 95% in words. */
  readonly p95: string
  /** Requests in progress, to all APIs. Absent: not shown. */
  readonly inFlight?: number
}

/** The most causes that are named. */
const MOST_CAUSES = 6

/** The figures of the last minute, and why the gateway responded itself. */
export function Summary({ figures, seconds, p95, inFlight }: SummaryProps) {
  const { requests, errors, refused, limited, causes } = figures
  const per = (count: number) => rateText(count, seconds)
  return (
    <>
      <dl class="traffic-summary">
        <Figure label="Requests/s" value={per(requests)} />
        <Figure label="Errors/s" value={per(errors)} isBad={errors > 0} />
        <Figure label="Refused/s" value={per(refused)} />
        <Figure label="Limited/s" value={per(limited)} />
        <Figure label="95% took" value={p95} />
        {inFlight !== undefined && <Figure label="In progress" value={inFlight.toLocaleString('en')} />}
      </dl>
      {causes.length > 0 && (
        <ul class="traffic-causes muted" aria-label="Responses of the gateway itself">
          {causes.slice(0, MOST_CAUSES).map(([cause, count]) => (
            <li key={cause} title={cause}>
              {count.toLocaleString('en')} × {causeWords(cause)}
            </li>
          ))}
          {causes.length > MOST_CAUSES && <li>and {causes.length - MOST_CAUSES} more causes</li>}
        </ul>
      )}
    </>
  )
}

const Figure = ({
  label,
  value,
  isBad,
}: {
  readonly label: string
  readonly value: string
  readonly isBad?: boolean
}) => (
  <div>
    <dt>{label}</dt>
    <dd class={isBad ? 'bad' : undefined}>{value}</dd>
  </div>
)
