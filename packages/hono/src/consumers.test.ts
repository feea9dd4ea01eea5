import { contract, createSignalbox, operations } from '@signalbox/core'
import { expect, it } from 'vitest'
import { toHono } from './index.ts'

it('what consumers do with their accounts is not served here, not even to consumers', async () => {
  const box = createSignalbox({ developers: { signUp: 'open' } })
  await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
  const ann = { id: 'ann', kind: 'Developer' }
  const app = toHono(box, { access: () => ann })
  const asked = operations(contract, 'portal').map(({ operation: { method, path } }) => ({
    method,
    path: path.replaceAll(/\{\w+\}/g, 'x'),
  }))
  expect(asked).toContainEqual({ method: 'POST', path: '/api/mine/_sign-up' })
  for (const { method, path } of asked) {
    const response = await app.request(path, { method, headers: { 'Content-Type': 'application/json' } })
    expect([path, response.status]).toEqual([path, 404])
  }
  expect((await app.request('/api/features')).status).toBe(403)
  await box.close()
})
