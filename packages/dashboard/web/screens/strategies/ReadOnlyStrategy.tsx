import type { Feature } from '@signalbox/core/contract'
import { Json } from '../../parts/json/Json.tsx'
import { viewOf } from './index.ts'

/** The strategy of a feature that the caller may only read. */
export function ReadOnlyStrategy({ feature: { activationStrategy, parameters } }: { readonly feature: Feature }) {
  const { words, ReadOnly } = viewOf(activationStrategy)
  return (
    <section class="strategy" aria-label="Strategy">
      {ReadOnly ? (
        <ReadOnly parameters={parameters} />
      ) : (
        <>
          <p>
            <bdi>{words(parameters)}</bdi>
          </p>
          {parameters !== undefined && <Json label="Parameters" value={parameters} />}
        </>
      )}
    </section>
  )
}
