import { expect, it } from 'vitest'
import { createSignalbox } from '../../signalbox.ts'
import { atOnce } from './sync-variant.ts'

const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } as const

it('a check waits for nothing once its code and the features are loaded', async () => {
  const box = createSignalbox()
  await box.features.create({ body: feature })
  const check = atOnce(box.features.check)
  expect(check({ id: 'a' })).toBeInstanceOf(Promise)
  await box.features.check({ id: 'a' })
  expect(check({ id: 'a' })).toEqual({ active: true })
  await expect(check({ id: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' }) // the nearest id is looked for
  expect(() => check({ id: '' })).toThrow(expect.objectContaining({ code: 'INVALID' }))
  await expect(box.features.check({ id: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('a caller who is known is identified without waiting, others are looked for', async () => {
  const box = createSignalbox()
  const { clientId, clientSecret = '' } = await box.apiKeys.create({ body: { name: 'Me' } })
  const credentials = { clientId: clientId as string, clientSecret }
  const found = await box.identify(credentials)
  expect(atOnce(box.identify)(credentials)).toBe(found)
  expect(found).toMatchObject({ id: clientId })
  expect(await atOnce(box.identify)({ ...credentials, clientSecret: 'wrong' })).toBeUndefined()
  expect(box.identify(credentials)).toBeInstanceOf(Promise)
  await box.apiKeys.delete({ id: clientId as string })
  await expect.poll(() => atOnce(box.identify)(credentials)).toBeUndefined()
})

it('functions of others are called as they are', () => {
  const own = async () => 1
  expect(atOnce(own)).toBe(own)
})
