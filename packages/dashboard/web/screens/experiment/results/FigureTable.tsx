import type { Results } from '@signalbox/core/contract'
import { figureRows } from './figure-rows.ts'
import { placeIn } from './figures/place-in.ts'
import { VariantName } from './figures/VariantName.tsx'
import { Wide } from './Wide.tsx'

/** All figures of all variants: the numbers of the plots, with more digits. */
export function FigureTable({ results }: { readonly results: Results }) {
  return (
    <Wide label="All figures">
      <table class="figures">
        <thead>
          <tr>
            <td />
            {results.results.map(({ variant }) => (
              <th key={variant.id} scope="col">
                <VariantName variant={variant} at={placeIn(results, variant)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figureRows.map(({ label, meaning, of }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                <small>{meaning}</small>
              </th>
              {results.results.map((result) => {
                const figure = of(result)
                return (
                  <td key={result.variant.id}>
                    {figure ? <data value={figure.values.join(' ')}>{figure.text}</data> : '–'}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
