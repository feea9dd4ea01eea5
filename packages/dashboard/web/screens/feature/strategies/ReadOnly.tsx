import type { Feature } from '@signalbox/core/contract'
import { pathOf } from '../../../kinds.ts'
import { Code } from '../../../parts/Code.tsx'
import { Json } from '../../../parts/Json.tsx'
import { Link } from '../../../parts/Link.tsx'
import { may } from '../../../session.ts'
import { IdList } from '../../targeting/IdList.tsx'
import { describeStrategy } from './describe.ts'

/** The strategy of a feature that the caller may only read. */
export const ReadOnlyStrategy = ({ feature }: { readonly feature: Feature }) => (
  <section class="strategy" aria-label="Strategy">
    <Strategy feature={feature} />
  </section>
)

function Strategy({ feature }: { readonly feature: Feature }) {
  const { activationStrategy: name, parameters } = feature
  if (name === 'CUSTOMERS_LIST') return <IdList name="customers" label="Clients" ids={feature.parameters.customers} />
  if (name === 'GLOBAL_SCRIPT') return <SharedScript id={feature.parameters.ref} />
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

const SharedScript = ({ id }: { readonly id: string }) => (
  <p>
    The shared script{' '}
    {may('R', 'Script', id) ? (
      <Link class="key" to={pathOf('scripts', id)}>
        {id}
      </Link>
    ) : (
      <bdi class="key">{id}</bdi>
    )}{' '}
    decides.
  </p>
)
