import { afterEach, expect, test } from 'vitest'
import { forgetSecret, shownOnce, takeSecret } from './shown-once.ts'

const kind = { label: 'secret', purpose: 'It signs.', env: (_: string, secret: string) => `SECRET=${secret}` }
const signing = { ...kind, member: 'secret', mask: '********' }

afterEach(() => {
  shownOnce.value = []
})

test('a secret is shown, and nothing else keeps it', () => {
  expect(takeSecret({ clientId: 'sync', secret: 'whsec_1' }, 'sync', signing)).toEqual({
    clientId: 'sync',
    secret: '********',
  })
  expect(takeSecret({ clientId: 'app', clientSecret: 'abc' }, 'app', { ...kind, member: 'clientSecret' })).toEqual({
    clientId: 'app',
  })
  expect(shownOnce.value.map(({ id, secret }) => [id, secret])).toEqual([
    ['sync', 'whsec_1'],
    ['app', 'abc'],
  ])
  forgetSecret()
  expect(shownOnce.value.map(({ id }) => id)).toEqual(['app'])
})

test('answers without a secret stay as they are', () => {
  const masked = { clientId: 'sync', secret: '********' }
  expect(takeSecret(masked, 'sync', signing)).toBe(masked)
  expect(takeSecret({ clientId: 'sync' }, 'sync', signing)).toEqual({ clientId: 'sync' })
  expect(shownOnce.value).toEqual([])
})
