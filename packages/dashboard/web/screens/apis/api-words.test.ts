import { expect, it } from 'vitest'
import { lintWords, sizeWords, stateWord } from './api-words.ts'

it.each([
  [{}, 'Staging', undefined],
  [{ state: 'published' }, 'Published', 'clear'],
  [{ state: 'deprecated' }, 'Deprecated', 'caution'],
  [{ state: 'published', enabled: false }, 'Disabled', 'caution'],
  [{ state: 'deprecated', enabled: false }, 'Disabled', 'caution'],
  [{ state: 'staging', enabled: false }, 'Staging', undefined],
  [{ state: 'removed', enabled: false }, 'Removed', undefined],
] as const)('an API with %j is %s', (api, word, is) => {
  expect(stateWord(api)).toMatchObject({ word, ...(is && { is }) })
})

it('says how large an API is, with subscriptions only if they may be read', () => {
  const api = { name: 'x', routes: [{}], documentation: { plans: [{}, {}] } }
  expect(sizeWords(api, 1200)).toBe('1 route · 2 plans · 1,200 subscriptions')
  expect(sizeWords(api, 0)).toBe('1 route · 2 plans')
  expect(sizeWords({ name: 'x' }, undefined)).toBe('no routes')
})

it('counts errors and warnings of a lint, and leaves out hints', () => {
  const problem = (severity: 'error' | 'warning' | 'info') => ({ severity, message: `an ${severity}` })
  expect(lintWords([])).toBeUndefined()
  expect(lintWords([problem('info')])).toBeUndefined()
  expect(lintWords([problem('warning'), problem('warning')])).toMatchObject({ words: '2 warnings', aspect: 'caution' })
  expect(lintWords([problem('warning'), problem('error'), problem('info')])).toEqual({
    ...{ words: '1 error, 1 warning', aspect: 'danger' },
    why: 'an warning\nan error',
  })
})
