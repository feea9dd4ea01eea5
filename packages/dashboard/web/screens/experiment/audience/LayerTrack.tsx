import { pathOf } from '../../../kinds/kinds.ts'
import { Link } from '../../../parts/ways/Link.tsx'
import { share } from '../results/figures/figures.ts'
import { freeRanges, type Neighbour, type Range, sizeOf } from './layer-ranges.ts'

interface LayerTrackProps {
  readonly id: string
  readonly layer: Range
  readonly neighbours: readonly Neighbour[]
}

/** Who has which clients of a layer, as a picture with the same numbers as a table beneath. */
export function LayerTrack({ id, layer, neighbours }: LayerTrackProps) {
  const rows = [...neighbours, { ...layer, experiment: id, isOwn: true as const }].toSorted((a, b) => a.from - b.from)
  const holdout = sizeOf(freeRanges([...neighbours, layer]))
  return (
    <>
      <div class="layer-track" aria-hidden="true">
        {rows.map((row, at) => (
          <span
            key={at}
            class={'isOwn' in row ? 'own' : undefined}
            title={row.experiment}
            style={{ insetInlineStart: `${row.from * 100}%`, inlineSize: `${Math.max(0, row.to - row.from) * 100}%` }}
          />
        ))}
      </div>
      <table class="variant-table">
        <caption class="hidden-text">The clients of the layer</caption>
        <thead>
          <tr>
            <th scope="col">Clients</th>
            <th scope="col">Share</th>
            <th scope="col">Experiment</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td>
                {share(row.from)} to {share(row.to)}
              </td>
              <td>{share(Math.max(0, row.to - row.from))}</td>
              <td>
                {'isOwn' in row ? (
                  <b>this one</b>
                ) : row.experiment === undefined ? (
                  'you can’t read it'
                ) : (
                  <Link class="key" to={pathOf('experiments', row.experiment)}>
                    {row.experiment}
                  </Link>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <td>the others</td>
            <td>{share(holdout)}</td>
            <td>none: the holdout</td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
