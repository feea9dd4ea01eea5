import { expect, it } from 'vitest'
import type { ApiDefinition, GatewayApi } from './api.ts'
import { servedDefinition } from './served-definition.ts'

const definition = (name: string, status: 'published' | 'closed' = 'published'): ApiDefinition => ({
  id: 'billing',
  name,
  state: 'published',
  documentation: { plans: [{ id: 'free', name: `${name} plan`, status, access_mode_configuration_type: 'keyless' }] },
})
const at = { id: 'd1', apiRef: 'billing', at: 1, version: '1' }

it('an API serves its newest deployment, with the state, the dates and the statuses of plans of the saved API', () => {
  const saved: GatewayApi = {
    ...definition('Saved', 'closed'),
    ...{ state: 'deprecated', deprecated_at: 2_000_000_000_000, successor: 'invoices' },
    deployments: [{ ...at, apiDefinition: definition('Served') }],
  }
  expect(servedDefinition(saved)).toEqual({
    ...definition('Served', 'closed'),
    ...{ state: 'deprecated', deprecated_at: 2_000_000_000_000, successor: 'invoices' },
  })
})

it('an API that was never published serves itself', () => {
  expect(servedDefinition({ ...definition('Saved'), state: 'staging', deployments: [] })).toEqual({
    ...definition('Saved'),
    state: 'staging',
  })
})

it('documentation that the saved API switches off is off at once, without a publication', () => {
  const saved = { ...definition('Saved'), documentation: { enabled: false } }
  const served = servedDefinition({ ...saved, deployments: [{ ...at, apiDefinition: definition('Served') }] })
  expect(served.documentation?.enabled).toBe(false)
})
