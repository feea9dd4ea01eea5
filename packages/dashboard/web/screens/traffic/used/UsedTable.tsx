import { zone } from '../../../preferences/preferences.ts'
import { count } from '../../../words/words.ts'
import { periodText } from './period-text.ts'
import type { Period, Used } from './periods.ts'
import { bytesText, classes, meanText } from './used-words.ts'

interface UsedTableProps {
  readonly periods: readonly Period[]
  readonly by: 'hour' | 'day'
  readonly total: Used
}

/** What was used, in total and by period, the newest first. */
export const UsedTable = ({ periods, by, total }: UsedTableProps) => (
  <section
    class="used-table"
    aria-label="Usage"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    tabIndex={0}
  >
    <table>
      <caption class="hidden-text">{`Usage by ${by}`}</caption>
      <thead>
        <tr>
          <th scope="col">{by === 'day' ? 'Day' : 'Hour from'}</th>
          <th scope="col">Requests</th>
          {classes.map(({ digit, name }) => (
            <th key={digit} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">Limited</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col">Backend, mean</th>
        </tr>
      </thead>
      <tbody>
        <Row name="Total" used={total} />
        {periods.toReversed().map((period) => (
          <Row key={period.at} name={periodText(period.at, by, zone.value)} used={period} />
        ))}
      </tbody>
    </table>
  </section>
)

const Row = ({ name, used }: { readonly name: string; readonly used: Used }) => (
  <tr class={used.requests === 0 ? 'muted' : undefined}>
    <th scope="row">{name}</th>
    <td>{count(used.requests)}</td>
    {classes.map(({ digit }) => (
      <td key={digit}>{count(used.classes.get(digit) ?? 0)}</td>
    ))}
    <td>{count(used.limited)}</td>
    <td>{bytesText(used.bytesIn)}</td>
    <td>{bytesText(used.bytesOut)}</td>
    <td>{meanText(used)}</td>
  </tr>
)
