import type { Feature } from '@signalbox/core/contract'
import { Code } from '../../../parts/Code.tsx'
import { Json } from '../../../parts/Json.tsx'
import { IdList } from '../../targeting/IdList.tsx'
import { describeStrategy } from './describe.ts'

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
        <Code readOnly label="Script" language={feature.parameters.type} value={feature.parameters.script} />
      )}
      {name !== 'SCRIPT' && name !== 'NO_STRATEGY' && <Json label="Parameters" value={parameters} />}
    </>
  )
}
