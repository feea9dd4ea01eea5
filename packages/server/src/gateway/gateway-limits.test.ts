import { expect, it } from 'vitest'
import { readRedisUrl } from '../redis/redis-url.ts'
import { createServer } from '../serve/create-server.ts'
import { openCarrier } from './gateway-limits.ts'

it('a store that cannot share limits is refused, with the settings to change', async () => {
  const starting = createServer({ port: 0, store: 'memory:', gateway: true, gatewayLimits: 'store', report() {} })
  await expect(starting).rejects.toThrow(
    'SIGNALBOX_GATEWAY_LIMITS is store, and only a PostgreSQL store shares limits: set SIGNALBOX_STORE to postgres://…',
  )
})

it.each(['redis:', 'redis://', 'redis://a b', 'redis://h/x', 'redis://h?tls=1', 'redis://h?prefix={a}', 'http://h'])(
  'an invalid address of Redis is refused, and not shown: %s',
  async (gatewayLimits) => {
    const failure = await createServer({ gatewayLimits }).catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure.message).toMatch(/gatewayLimits.*expected local, store \(only with a PostgreSQL store\), or redis:/i)
    expect(failure.message).not.toContain(`"${gatewayLimits}"`)
  },
)

it('an address of Redis may have a password, a database and a prefix', () => {
  expect(readRedisUrl('rediss://ann:secret@db.example:6380/2?prefix=shop')).toEqual({
    url: 'rediss://ann:secret@db.example:6380/2',
    prefix: 'shop',
    name: 'rediss://db.example:6380',
  })
  expect(readRedisUrl('redis://[::1]')).toEqual({ url: 'redis://[::1]', prefix: undefined, name: 'redis://[::1]' })
})

it('limits are counted by each process unless the setting says otherwise', async () => {
  expect(await openCarrier({ gatewayLimits: 'local' }, {})).toBeUndefined()
})
