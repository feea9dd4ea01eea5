import { useRef } from 'preact/hooks'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { pathTo } from '../../../place/path-to.ts'
import { causeWords } from '../cause-words.ts'
import { tailPath } from '../tail/tail-filter.ts'
import { useRowsInSight } from '../use-rows-in-sight.ts'
import { rateText } from './figures.ts'
import { boundText } from './quantiles.ts'
import { type Column, columns, type TrafficRow } from './rows.ts'

interface TrafficTableProps {
  readonly rows: readonly TrafficRow[]
  readonly seconds: number
  /** The bounds of the buckets of durations, in milliseconds. */
  readonly bounds: readonly number[]
  readonly column: Column
  readonly closed: ReadonlySet<string>
  sort(column: Column): void
  toggle(api: string): void
}

const titles = {
  name: 'API and routes',
  requests: 'Requests/s',
  errors: 'Errors/s',
  refused: 'Refused/s',
  limited: 'Limited/s',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
} satisfies Record<Column, string>

/** APIs with their routes, and what was counted lately. Only the rows in sight are in the document. A title sorts. */
export function TrafficTable(props: TrafficTableProps) {
  const { rows, column, sort } = props
  const box = useRef<HTMLElement>(null)
  const { first, count, height, onScroll } = useRowsInSight(box, rows)
  const shown = rows.slice(first, first + count)
  return (
    <section
      ref={box}
      class="traffic-table"
      aria-label="APIs and routes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      <table aria-rowcount={rows.length + 1}>
        <caption class="hidden-text">Traffic by API and route</caption>
        <thead>
          <tr>
            {columns.map((one) => (
              <th
                key={one}
                scope="col"
                class={one}
                aria-sort={one !== column ? 'none' : one === 'name' ? 'ascending' : 'descending'}
              >
                <button type="button" class="quiet" onClick={() => sort(one)}>
                  {titles[one]}
                  {one === column && <Icon name={one === 'name' ? 'arrow-up' : 'arrow-down'} />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} height={height} />
          {shown.map((row, offset) => (
            <Row key={row.key} row={row} place={first + offset + 2} {...props} />
          ))}
          <Spacer rows={rows.length - first - shown.length} height={height} />
        </tbody>
      </table>
    </section>
  )
}

/** Takes the place of rows that are not drawn. */
const Spacer = ({ rows, height }: { readonly rows: number; readonly height: number }) =>
  rows > 0 ? <tr style={{ blockSize: `${rows * height}px` }} /> : null

interface RowProps extends TrafficTableProps {
  readonly row: TrafficRow
  /** Its place in the table, with the head. */
  readonly place: number
}

function Row({ row, place, seconds, bounds, closed, toggle }: RowProps) {
  const { requests, errors, refused, limited, route } = row
  const rate = (count: number) => rateText(count, seconds)
  return (
    <tr class={route === undefined ? 'api' : 'route'} aria-rowindex={place}>
      <th scope="row" class="name">
        <div>
          <Name row={row} isOpen={!closed.has(row.api)} toggle={toggle} />
        </div>
      </th>
      <td class="requests">{rate(requests)}</td>
      <td class={errors > 0 ? 'errors bad' : 'errors'}>{rate(errors)}</td>
      <td class="refused">{rate(refused)}</td>
      <td class="limited">{rate(limited)}</td>
      {(['p50', 'p95', 'p99'] as const).map((quantile) => (
        <td key={quantile} class={quantile}>
          {route === undefined ? boundText(row[quantile], bounds) : ''}
        </td>
      ))}
    </tr>
  )
}

interface NameProps {
  readonly row: TrafficRow
  readonly isOpen: boolean
  toggle(api: string): void
}

function Name({ row: { api, route, causes }, isOpen, toggle }: NameProps) {
  const words = causes.map(([cause, count]) => `${count.toLocaleString('en')} × ${causeWords(cause)}`).join(', ')
  if (route !== undefined)
    return (
      <>
        <Link class="key" to={tailPath({ api, route, status: '', sample: '' })}>
          {route.startsWith(`${api}:`) ? route.slice(api.length + 1) : route}
        </Link>
        <small class="muted" title={words}>
          {words}
        </small>
      </>
    )
  if (api === '')
    return (
      <>
        <span>Without a route</span>
        <small class="muted" title={words}>
          {words}
        </small>
      </>
    )
  return (
    <>
      <button
        type="button"
        class="quiet icon-only"
        aria-expanded={isOpen}
        aria-label={`Routes of ${api}`}
        onClick={() => toggle(api)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      </button>
      <Link class="key" to={pathTo('/gateway/apis/:id', { id: api })}>
        {api}
      </Link>
    </>
  )
}
