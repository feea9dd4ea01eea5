import { expect, test } from 'vitest'
import { authorOf, isOfService } from './author.ts'

test('callers have the name that they gave themselves', () => {
  expect(authorOf({ id: 'u1', name: 'Ada', kind: 'User' })).toEqual({ name: 'Ada', means: 'The user u1.' })
  expect(authorOf({ id: 'ci', name: 'CI', kind: 'ApiKey' })).toEqual({ name: 'CI', means: 'The API key ci.' })
  expect(authorOf({ id: 'acme-1', name: 'acme', kind: 'Credential' }).means).toBe('The credential acme-1.')
  expect(authorOf({ id: '7', name: 'Nightly', kind: 'Cron' })).toEqual({ name: 'Nightly', means: 'The Cron 7.' })
})

test('the service and callers that it does not know are named and explained', () => {
  const system = { id: 'signalbox', name: 'Signalbox', kind: 'System' }
  expect(authorOf(system)).toEqual({ name: 'Signalbox', means: 'The service itself, or the program that it runs in.' })
  expect(isOfService(system)).toBe(true)
  const anyone = { id: 'anyone', name: 'Anyone', kind: 'Anyone' }
  expect(authorOf(anyone).name).toBe('Anyone (no sign-in required)')
  expect(isOfService(anyone)).toBe(false)
})

test('a caller of an embedding program is not taken for the service', () => {
  const cron = { id: 'cron', name: 'Cron', kind: 'System' }
  expect(authorOf(cron)).toEqual({ name: 'Cron', means: 'The System cron.' })
  expect(isOfService(cron)).toBe(false)
})

test('events of earlier versions may have no author', () => {
  expect(authorOf(undefined).name).toBe('The program')
  expect(isOfService(undefined)).toBe(true)
})
