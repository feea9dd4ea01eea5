import type { Results } from '@signalbox/core/contract'
import { may } from '../../../../calls/session.ts'
import { nameOf } from '../figures/names.ts'
import { reopen } from './ship.ts'
import { shippedOf } from './ship-means.ts'

/** What stands in place of the verdict when a variant was shipped, with the way back. */
export function ShippedPanel({ experiment }: { readonly experiment: Results['experiment'] }) {
  const variant = shippedOf(experiment)
  if (!variant) return null
  return (
    <section class="what-to-do clear" aria-label="What to do">
      <h2 dir="auto">Every client gets {nameOf(variant)}</h2>
      <p>It was shipped, and the experiment has ended. Its results stay on this page.</p>
      {may('U', 'Experiment', experiment.id) && (
        <p class="bar">
          <button type="button" onClick={() => void reopen(experiment.id)}>
            Reopen the experiment
          </button>
        </p>
      )}
    </section>
  )
}
