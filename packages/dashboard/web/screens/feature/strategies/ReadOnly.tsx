import type { Feature } from '@signalbox/core/contract'
import { Json } from '../../../parts/Json.tsx'
import { IdList } from '../../targeting/IdList.tsx'
import { describeStrategy } from './describe.ts'
import './script.css'

/** The strategy of a feature that the caller may only read. */
export function ReadOnlyStrategy({ feature }: { readonly feature: Feature }) {
  const { activationStrategy: name, parameters } = feature
  if (name === 'CUSTOMERS_LIST') return <IdList name="customers" label="Clients" ids={feature.parameters.customers} />
  return (
    <>
      <p>
        <bdi>{describeStrategy(feature)}</bdi>
      </p>
      {name === 'SCRIPT' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <pre class="script-text" dir="ltr" tabIndex={0}>
          {feature.parameters.script}
        </pre>
      )}
      {name !== 'SCRIPT' && name !== 'NO_STRATEGY' && <Json label="Parameters" value={parameters} />}
    </>
  )
}
