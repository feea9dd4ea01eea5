import { createFlags } from '@signalbox/core/flags'
import { expect, it } from 'vitest'
import { toHono } from './index.ts'

it('mounting flags requires `access`, because they have no API keys', () => {
  expect(() => toHono(createFlags())).toThrow(TypeError)
  expect(() => toHono(createFlags())).toThrow('toHono requires `access')
})

it('flags over HTTP apply the grants of the caller', async () => {
  const flags = createFlags()
  for (const id of ['shop:a', 'other:a'])
    await flags.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const { request } = toHono(flags, {
    access: ({ headers }) => (headers.has('X-Reader') ? { id: 'me', authorizedPatterns: 'shop:*$$$R' } : undefined),
  })
  const headers = { 'X-Reader': 'yes' }
  const statuses = await Promise.all([
    request('/api/features/shop:a'),
    request('/api/features/shop:a', { headers }),
    request('/api/features/other:a', { headers }),
    request('/api/features/shop:a', { method: 'DELETE', headers }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([401, 200, 403, 403])
})

it('flags are described without plugins and workflows', async () => {
  const { request } = toHono(createFlags(), { access: 'open' })
  const document = (await (await request('/apis/openapi.json')).json()) as Record<string, unknown>
  expect((document.tags as { name: string }[]).map(({ name }) => name)).toEqual([
    'features',
    'segments',
    'configs',
    'experiments',
    'scripts',
    'events',
    'reference',
  ])
  expect(Object.keys(document.paths as object).filter((path) => path.startsWith('/apis/'))).toEqual([
    '/apis/openapi',
    '/apis/openapi.json',
    '/apis/openapi.yaml',
    '/apis/openapi.yml',
    '/apis/openapi/ui',
  ])
  for (const path of ['/apis/plugins.json', '/apis/workflows/doc.json', '/apis/workflows/doc'])
    expect([path, (await request(path)).status]).toEqual([path, 404])
})
