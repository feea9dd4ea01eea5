import { createClient, etagOf } from '@signalbox/client'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { expect, onTestFinished, test } from 'vitest'
import { withoutPopulations } from './without-populations.ts'

test('an experiment is as stored, whoever is bound meanwhile, and keeps its entity tag', async () => {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  const app = toHono(box, { access: 'open' })
  const { experiments } = createClient({ baseUrl: 'http://box.test', fetch: async (request) => app.fetch(request) })
  const operations = withoutPopulations(experiments)
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  const body = { id: 'shop:button', name: 'Button', enabled: true, variants }
  const created = await operations.create({ body })
  expect(created).toEqual(body)
  await experiments.displayed({ id: body.id, clientId: 'ann' })
  const read = await operations.get({ id: body.id })
  expect(read).toEqual(body)
  expect(etagOf(read)).toBe(etagOf(created))
  expect(await operations.delete({ id: body.id })).toEqual(body)
})
