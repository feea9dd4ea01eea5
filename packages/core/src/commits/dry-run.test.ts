import { describe, expect, it } from 'vitest'
import { createSignalbox, type Signalbox } from '../index.ts'

const rights = ['C', 'R', 'U', 'D'] as const
const subsets = Array.from({ length: 16 }, (_, bits) => rights.filter((_, n) => bits & (1 << n)))
const put = (id: string, value: unknown, more: object = {}) => ({
  ...{ op: 'put' as const, kind: 'configs', record: { id, value } },
  ...more,
})
const drop = (id: string, more: object = {}) => ({ op: 'delete' as const, kind: 'configs', id, ...more })

/** Calls of somebody who guesses: what a record has, whether it exists, and who refers to it. */
const guesses = {
  'the same content': [put('hidden', 'secret')],
  'other content': [put('hidden', 'guess')],
  'a record that does not exist': [put('none', 'guess')],
  'a record only if it is new': [put('hidden', 'guess', { ifNoneMatch: '*' })],
  'a version': [put('hidden', 'guess', { ifMatch: '"1"' })],
  'any version': [put('none', 'guess', { ifMatch: '*' })],
  'a deletion': [drop('hidden')],
  'a deletion of a record that does not exist': [drop('none')],
  'a deletion of a version': [drop('hidden', { ifMatch: '"1"' })],
  'a deletion of a record in use': [{ op: 'delete' as const, kind: 'segments', id: 'used' }],
  'an invalid record': [put('hidden', 'secret', { record: { id: 'hidden', nothing: 1 } })],
  'a reference to a record': [
    {
      ...{ op: 'put' as const, kind: 'segments' },
      record: { id: 'mine', when: { segment: 'used' } },
    },
  ],
}

async function scene(given: readonly (typeof rights)[number][]) {
  const box = createSignalbox()
  await box.configs.create({ body: { id: 'hidden', value: 'secret' } })
  await box.segments.create({ body: { id: 'used', included: ['ann'] } })
  await box.segments.create({ body: { id: 'user', when: { segment: 'used' } } })
  const authorizedPatterns = [{ pattern: '*', rights: given }]
  return { box, caller: box.as({ id: 'guesser', authorizedPatterns } as never) as Signalbox }
}

/** All that a caller learns from a call, without versions, which differ between boxes. */
const learned = (call: Promise<unknown>) =>
  call
    .catch(({ code, message, errors, fieldErrors, members }) => ({ code, message, errors, fieldErrors, members }))
    .then((answer) => JSON.stringify(answer).replace(/version is \\"\d+\\"/, 'version is'))

describe('a dry run of a commit', () => {
  it.each(Object.entries(guesses))('tells a caller no more than the commit would: %s', async (_, changes) => {
    for (const given of subsets) {
      const [dry, real] = [await scene(given), await scene(given)]
      const body = { changes: changes as never }
      const [tried, done] = [
        await learned(dry.caller.commit({ body, dryRun: true })),
        await learned(real.caller.commit({ body })),
      ]
      expect(tried, given.join('')).toBe(done)
    }
  })

  it('tells nothing of a record that the caller may not write: neither its content nor whether it exists', async () => {
    for (const given of subsets.filter((one) => !one.includes('U') && !one.includes('C') && !one.includes('D'))) {
      const { caller } = await scene(given)
      const told = (changes: readonly object[]) =>
        learned(caller.commit({ body: { changes: changes as never }, dryRun: true })).then((text) =>
          text.replaceAll('none', 'hidden'),
        )
      expect(await told([put('hidden', 'secret')])).toBe(await told([put('none', 'secret')]))
      expect(await told([put('hidden', 'secret')])).toBe(await told([put('hidden', 'guess')]))
      if (given.length === 0) expect(await told([drop('hidden')])).toBe(await told([drop('none')]))
    }
  })
})

it('whoever may update a record sees it in the answer to an update, also without the right to read', async () => {
  const { caller } = await scene(['U'])
  expect(await caller.configs.patch({ id: 'hidden', body: {} })).toMatchObject({ value: 'secret' })
})
