import { expect, it } from 'vitest'
import { ask } from './questions.fixture.ts'

/** Imported flags are never active for more clients than in Unleash. */
const flagOf = (name: string, more: object = {}) => ({
  name,
  enabled: true,
  strategies: [{ name: 'default' }],
  ...more,
})
const variant = (name: string, userId: string) => ({
  name,
  weight: 1,
  overrides: [{ contextName: 'userId', values: [userId] }],
})

it('dependencies on different variants of a flag are different, also if their names are alike joined', async () => {
  const rest = { name: 'rest', weight: 1, overrides: [] }
  const { isEnabled } = await ask({
    features: [
      flagOf('parent', {
        variants: [variant('a', 'ann'), variant('a-b', 'admin'), variant('b', 'bob'), rest].map((one) => ({
          ...one,
          weight: one.name === 'rest' ? 1 : 0,
        })),
      }),
      flagOf('secret', { dependencies: [{ feature: 'parent', variants: ['a-b'] }] }),
      flagOf('public', { dependencies: [{ feature: 'parent', variants: ['a', 'b'] }] }),
    ],
  })
  const activeFor = (flag: string) => ['ann', 'admin', 'bob'].filter((userId) => isEnabled(flag, { userId }))
  expect([activeFor('secret'), activeFor('public')]).toEqual([['admin'], ['ann', 'bob']])
})

it('a list of a million blanks between commas is read in linear time', async () => {
  const start = performance.now()
  const strategies = [{ name: 'userWithId', parameters: { userIds: `ann${' '.repeat(1_000_000)}, bob` } }]
  const { isEnabled } = await ask({ features: [flagOf('f', { strategies })] })
  expect(['ann', 'bob', 'eve'].map((userId) => isEnabled('f', { userId }))).toEqual([true, true, false])
  expect(performance.now() - start).toBeLessThan(3000)
})
