import { expect, it } from 'vitest'
import { createServer } from './create-server.ts'
import { limitsOf } from './gateway-limits.ts'

it('a store that cannot share limits is refused, with the settings to change', async () => {
  const starting = createServer({ port: 0, store: 'memory:', gateway: true, gatewayLimits: 'store', report() {} })
  await expect(starting).rejects.toThrow(
    'SIGNALBOX_GATEWAY_LIMITS is store, and only a PostgreSQL store shares limits: set SIGNALBOX_STORE to postgres://…',
  )
})

it('Redis is refused with a message that says so', async () => {
  const starting = createServer({ gatewayLimits: 'redis://127.0.0.1' as 'store' })
  await expect(starting).rejects.toThrow(/gatewayLimits.*expected local, or store \(only with a PostgreSQL store\)/i)
})

it('limits are counted by each process unless the setting says otherwise', () => {
  expect(limitsOf({ gatewayLimits: 'local' }, {})).toBeUndefined()
})
