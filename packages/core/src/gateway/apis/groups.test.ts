import { expect, it } from 'vitest'
import { testBox } from '../../machine/callers/access.fixture.ts'

it('APIs are listed by one of their groups', async () => {
  const box = testBox()
  for (const [id, groups] of Object.entries({ billing: ['payments', 'internal'], pay: ['payments'], shop: [] }))
    await box.apis.create({ body: { id, name: id, groups } })
  const listed = async (group: string) =>
    (await box.apis.list({ filter: { groups: group } })).results.map(({ id }) => id)
  expect(await listed('payments')).toEqual(['billing', 'pay'])
  expect(await listed('internal')).toEqual(['billing'])
  expect(await listed('pay')).toEqual([])
})
