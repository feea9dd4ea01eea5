import type { Results } from '@signalbox/core/contract'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { count } from '../../../words/words.ts'
import { pValue, share } from './figures/figures.ts'
import { VariantName } from './figures/VariantName.tsx'
import { SKEWED } from './verdict/split.ts'
import { Wide } from './Wide.tsx'

/** How many clients are bound to each variant and saw it, beside its traffic. */
export function Split({ results: { experiment, results, sampleRatioMismatch } }: { readonly results: Results }) {
  const { p, alarm, phases } = sampleRatioMismatch
  const bound = experiment.variants.reduce((sum, { currentPopulation = 0 }) => sum + currentPopulation, 0)
  const all = results.reduce((sum, { users }) => sum + users, 0)
  const usersOf = (id: string) => results.find(({ variant }) => variant.id === id)?.users ?? 0
  if (bound === 0 && all === 0) return null
  return (
    <div>
      <h2>Split of the users</h2>
      <p>
        <Aspect is={alarm ? 'danger' : 'clear'}>{alarm ? 'Skewed' : 'As configured'}</Aspect> (p-value {pValue(p)}
        {phases.length > 1 && '; by phase '}
        {phases.length > 1 &&
          phases.map((phase, at) => (
            <span key={at}>
              {at > 0 && ', '}
              {phase < SKEWED ? <Aspect is="danger">{`${pValue(phase)}, skewed`}</Aspect> : pValue(phase)}
            </span>
          ))}
        )
      </p>
      <Wide label="Split">
        <table class="figures few">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Traffic</th>
              <th scope="col">Clients bound</th>
              <th scope="col">Users</th>
              <th scope="col">Share of the users</th>
            </tr>
          </thead>
          <tbody>
            {experiment.variants.map((variant, at) => (
              <tr key={variant.id}>
                <th scope="row">
                  <VariantName variant={variant} at={at} />
                </th>
                <td>{share(variant.traffic)}</td>
                <td>{count(variant.currentPopulation ?? 0)}</td>
                <td>{count(usersOf(variant.id))}</td>
                <td>{all === 0 ? '' : share(usersOf(variant.id) / all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </div>
  )
}
