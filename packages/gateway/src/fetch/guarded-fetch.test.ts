import { expect, it } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'

const request = () => new Request('http://shop.example/')

it.each([
  [{ hostname: '169.254.169.254' }, {}, 'metadata'],
  [{ hostname: '::ffff:a9fe:a9fe' }, {}, 'metadata'],
  [{ hostname: 'Metadata.Google.Internal' }, {}, 'metadata'],
  [{ hostname: 'api.test' }, { allow: ['*.internal', '10.0.0.0/8'] }, 'backends.allow does not contain api.test'],
  [{ hostname: '127.0.0.1' }, { allow: ['10.0.0.0/8'] }, 'backends.allow'],
])('the target %j is not called with %j', async (target, backends, why) => {
  const { gateway, reports, until } = gatewayTo({ port: 81, target, backends })
  for (const _ of [1, 2]) expect((await gateway.fetch(request())).status).toBe(503)
  expect((await until(1))[0]?.cause).toBe('errors.backend.unavailable')
  expect(reports.map(String)).toEqual([expect.stringContaining(why)])
})

it('a target in the list is called', async () => {
  const { port, close } = await startBackend()
  const { gateway } = gatewayTo({ port, backends: { allow: ['127.0.0.0/8'] } })
  expect((await gateway.fetch(request())).status).toBe(200)
  await close()
})
