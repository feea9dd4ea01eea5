import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { zone } from '../../preferences/preferences.ts'
import { type Hour, hourOf, hourSentence } from './hour.ts'
import './health.css'

const AGAIN_MS = 10_000
const WIDTH = 600
const HEIGHT = 96

/** Requests and failures by minute in the last hour, for an API or for all. They are text, too. */
export function HourChart({ of }: { readonly of: string }) {
  const hour = useSignal<Hour | undefined>(undefined)
  useEffect(() => {
    hour.value = undefined
    const read = async () => {
      try {
        const { results } = await api.gateway.outcomes({ minutes: true, ...(of !== '' && { api: of }) })
        hour.value = hourOf(results.flatMap(({ apis }) => apis))
      } catch {
        // The page says elsewhere that the service cannot be reached.
      }
    }
    return whileVisible(AGAIN_MS, read)
  }, [of])
  if (!hour.value) return null
  const { requests, failed } = hour.value
  const most = Math.max(...requests, 1)
  const wide = WIDTH / requests.length
  const bar = (value: number) => (value / most) * HEIGHT
  const sentence = hourSentence(hour.value, zone.value)
  return (
    <figure class="hour-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={sentence}>
        {requests.map((value, at) => (
          <g key={at}>
            <rect class="requests" x={at * wide} y={HEIGHT - bar(value)} width={wide - 2} height={bar(value)} />
            <rect class="failed" x={at * wide} y={HEIGHT - bar(value)} width={wide - 2} height={bar(failed[at] ?? 0)} />
          </g>
        ))}
      </svg>
      <figcaption>{sentence}</figcaption>
    </figure>
  )
}
