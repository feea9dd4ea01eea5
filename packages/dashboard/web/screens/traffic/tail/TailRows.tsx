import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { AspectName } from '../../../parts/Aspect.tsx'
import { zone } from '../../../preferences.ts'
import { counted } from '../../../words.ts'
import { causeWords } from '../cause-words.ts'
import type { TailEntry } from './tail-list.ts'
import { timeOfDay } from './time-of-day.ts'

type RequestEntry = Extract<TailEntry, { kind: 'request' }>

interface TailRowsProps {
  /** The newest first. */
  readonly entries: readonly TailEntry[]
  open(entry: RequestEntry): void
}

/** Rows that are drawn beyond those in sight. */
const SPARE = 8

/** The lines of the tail, of which only those in sight are in the document. While scrolled down, what is read stays in place. */
export function TailRows({ entries, open }: TailRowsProps) {
  const box = useRef<HTMLElement>(null)
  const newest = useRef(entries[0])
  const [view, setView] = useState({ first: 0, count: 30, height: 32 })
  const measure = () => {
    const element = box.current!
    const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--tail-row')) || 32
    const first = Math.max(0, Math.floor(element.scrollTop / height) - SPARE)
    const count = Math.ceil(element.clientHeight / height) + 2 * SPARE
    setView((old) =>
      old.first === first && old.count === count && old.height === height ? old : { first, count, height },
    )
  }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const added = newest.current ? entries.indexOf(newest.current) : 0
    if (added > 0 && box.current!.scrollTop > 0) box.current!.scrollTop += added * view.height
    newest.current = entries[0]
    measure()
  }, [entries])
  return (
    <section
      ref={box}
      class="tail-rows"
      aria-label="Requests"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      onScroll={measure}
    >
      <ol style={{ blockSize: `${entries.length * view.height}px` }}>
        {entries.slice(view.first, view.first + view.count).map((entry, offset) => (
          <li
            key={entry.key}
            aria-setsize={entries.length}
            aria-posinset={view.first + offset + 1}
            style={{ insetBlockStart: `${(view.first + offset) * view.height}px` }}
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
