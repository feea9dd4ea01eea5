import type { Experiment } from '@signalbox/core/contract'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { listed } from '../../words/words.ts'
import { ReleaseRoutes } from './ReleaseRoutes.tsx'
import { type Compiled, goalsOf, type Released, type Split, splitsOf } from './released.ts'

const empty = {
  title: 'It splits no route',
  text: 'A route of a published API can be split by this experiment: open the API, choose the route, and then “Split by an experiment”.',
}

/** A route that an experiment splits, or whose responses are its goal. */
type Row = (Released & { readonly is: 'goal' }) | (Split & { readonly is: 'split' })

/** The routes that an experiment splits, with the backends of its variants, and those that are its goal. */
export const SplitRoutes = ({ experiment }: { readonly experiment: Pick<Experiment, 'id' | 'variants'> }) => (
  <ReleaseRoutes
    find={(routes: readonly Compiled[]): readonly Row[] => [
      ...splitsOf(routes, experiment).map((one) => ({ ...one, is: 'split' as const })),
      ...goalsOf(routes, experiment.id).map((one) => ({ ...one, is: 'goal' as const })),
    ]}
    empty={empty}
    words={(row) =>
      row.is === 'goal' ? (
        <p>Its successful responses count as the goal.</p>
      ) : (
        <Backends split={row} variants={experiment.variants} />
      )
    }
  />
)

function Backends({ split, variants }: { readonly split: Split; readonly variants: Experiment['variants'] }) {
  const { backends, backend, missing, unknown } = split
  return (
    <>
      <dl class="split-backends">
        {variants.map(({ id, name }) => (
          <div key={id}>
            <dt>
              <bdi class="key">{id}</bdi> {name !== id && <bdi class="muted">{name}</bdi>}
            </dt>
            <dd>
              <bdi class="key">{missing.includes(id) ? (backend ?? 'none') : backends[id]}</bdi>{' '}
              {missing.includes(id) && <span class="muted">as the route</span>}
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p>
          <Aspect is="caution">
            {listed(missing)} {missing.length === 1 ? 'has' : 'have'} no backend of{' '}
            {missing.length === 1 ? 'its' : 'their'} own.
          </Aspect>
        </p>
      )}
      {unknown.length > 0 && (
        <p>
          <Aspect is="caution">The experiment doesn’t have the {unknown.length === 1 ? 'variant' : 'variants'}</Aspect>{' '}
          <bdi class="key">{listed(unknown)}</bdi>, which the route names.
        </p>
      )}
    </>
  )
}
