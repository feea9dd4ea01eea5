import { useRef } from 'preact/hooks'
import type { AspectName } from '../../../parts/signs/Aspect.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { counted } from '../../../words/words.ts'
import { causeWords } from '../cause-words.ts'
import { useRowsInSight } from '../use-rows-in-sight.ts'
import type { TailEntry } from './tail-list.ts'

type RequestEntry = Extract<TailEntry, { kind: 'request' }>

interface TailRowsProps {
  /** The newest first. */
  readonly entries: readonly TailEntry[]
  open(entry: RequestEntry): void
}

/** The lines of the tail, of which only those in sight are in the document. */
export function TailRows({ entries, open }: TailRowsProps) {
  const box = useRef<HTMLElement>(null)
  const { first, count, height, onScroll } = useRowsInSight(box, entries, true)
  return (
    <section
      ref={box}
      class="tail-rows"
      aria-label="Requests"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      <ol style={{ blockSize: `${entries.length * height}px` }}>
        {entries.slice(first, first + count).map((entry, offset) => (
          <li
            key={entry.key}
            aria-setsize={entries.length}
            aria-posinset={first + offset + 1}
            style={{ insetBlockStart: `${(first + offset) * height}px` }}
          >
            {entry.kind === 'request' ? (
              <RequestRow entry={entry} open={open} />
            ) : (
              <span class="gap">{gapWords(entry)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function RequestRow({ entry, open }: { readonly entry: RequestEntry; open(entry: RequestEntry): void }) {
  const { line, plugins } = entry
  const { time, status, method, host, path, query = '', ms, route, cause } = line
  return (
    <button type="button" class="quiet" onClick={() => open(entry)}>
      <span class={`status ${aspectOf(status)}`}>{status}</span>
      <span class="what key" title={`${method} ${host}${path}${query}`}>
        {method} {path}
        {query}
      </span>
      <span class="why muted">
        {cause !== undefined && <span>{causeWords(cause)}</span>}
        {route !== undefined && <span class="key">{route}</span>}
        {plugins.length > 0 && <span>{counted(plugins.length, 'plugin')}</span>}
      </span>
      <span class="ms">{ms} ms</span>
      <time class="muted" dateTime={time}>
        {timeOfDay(Date.parse(time), zone.value)}
      </time>
    </button>
  )
}

/** How good a status is, for its color. */
const aspectOf = (status: number): AspectName | '' => (status >= 500 ? 'danger' : status >= 400 ? 'caution' : '')

/** Why lines are missing. */
function gapWords({ why, count }: Extract<TailEntry, { kind: 'gap' }>): string {
  if (why === 'dropped') return `${counted(count ?? 0, 'line')} left out: there were more than 500 in a second`
  if (why === 'paused') return `${counted(count ?? 0, 'request')} passed while the list was paused`
  return 'Lines may be missing here: the stream was closed for a while'
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A time of day in a zone, to the second: `14:02:07`. */
function timeOfDay(instant: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
  formats.set(zone, format)
  return format.format(instant)
}
