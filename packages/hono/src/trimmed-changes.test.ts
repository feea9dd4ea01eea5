import { memoryStore } from '@signalbox/core'
import { expect, it } from 'vitest'
import { feature, mounted, seeded } from './access.fixture.ts'

it('changes after the last revision that left the log are sent, and those after an earlier one are refused', async () => {
  const store = memoryStore()
  const box = await seeded({ store })
  const call = mounted(box)
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  const revision = await store.head()
  await store.trim(new Date(Date.now() + 1000))
  await box.features.create({ body: feature('a:later') })
  const statusAfter = async (after: number) => {
    const response = await call('GET', `/api/gateway/changes?after=${after}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    await response.body?.cancel()
    return response.status
  }
  expect([await statusAfter(revision), await statusAfter(revision - 1)]).toEqual([200, 409])
})
