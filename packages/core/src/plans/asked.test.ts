import { describe, expect, it } from 'vitest'
import type { SignalboxError } from '../machine/errors/errors.ts'
import { createSignalbox } from '../signalbox.ts'
import type { Plan } from './plan.ts'

const PLAN = '/documentation/plans/0'
const question = { name: 'reason', label: 'What for?', type: 'text' }

const apiWith = (more: object) => ({
  id: 'a',
  name: 'a',
  documentation: { plans: [{ id: 'p', access_mode_configuration_type: 'keyless', ...more } as Plan] },
})
const saved = async (more: object) => {
  const box = createSignalbox()
  return (await box.apis.create({ body: apiWith(more) })).documentation?.plans?.[0]
}

describe('what a plan asks of consumers', () => {
  it('is stored as it was sent, without defaults', async () => {
    const asked = {
      approval: 'manual',
      terms: { version: '2', text: '# Terms' },
      form: [
        { ...question, required: true },
        { name: 'size', label: 'Size', type: 'select', options: ['S', 'L'] },
        { name: 'constructor', label: 'A name of the prototype', type: 'checkbox' },
      ],
    }
    expect(await saved(asked)).toMatchObject(asked)
    expect(Object.keys((await saved({})) as object)).not.toEqual(expect.arrayContaining(['approval']))
  })

  it.each([
    ['another approval', { approval: 'maybe' }, '/approval', 'error.enum'],
    ['terms without a version', { terms: { text: 'x' } }, '/terms/version', 'error.required'],
    ['a long version', { terms: { version: 'v'.repeat(51), text: 'x' } }, '/terms/version', 'error.length.maximum'],
    ['an empty version', { terms: { version: '', text: 'x' } }, '/terms/version', 'error.length.minimum'],
    ['terms without a place', { terms: { version: '1' } }, '/terms', 'error.required.any'],
    [
      'terms with two places',
      { terms: { version: '1', text: 'x', url: 'https://a.example' } },
      '/terms',
      'error.required.one',
    ],
    ['terms without TLS', { terms: { version: '1', url: 'http://a.example' } }, '/terms/url', 'error.pattern'],
    ['terms at a script', { terms: { version: '1', url: 'javascript:alert(1)' } }, '/terms/url', 'error.pattern'],
    [
      '21 questions',
      { form: Array.from({ length: 21 }, (_, i) => ({ ...question, name: `q${i}` })) },
      '/form',
      'error.items.maximum',
    ],
    ['a question twice', { form: [question, question] }, '/form/1/name', 'error.unique'],
    ['a question twice after a wrong one', { form: [7, question, question] }, '/form/2/name', 'error.unique'],
    ['a capital in a name', { form: [{ ...question, name: 'Reason' }] }, '/form/0/name', 'error.pattern'],
    ['the name of the prototype', { form: [{ ...question, name: '__proto__' }] }, '/form/0/name', 'error.pattern'],
    ['a name of 41 characters', { form: [{ ...question, name: 'a'.repeat(41) }] }, '/form/0/name', 'error.pattern'],
    ['no label', { form: [{ ...question, label: '' }] }, '/form/0/label', 'error.length.minimum'],
    ['another kind', { form: [{ ...question, type: 'date' }] }, '/form/0/type', 'error.enum'],
    ['a choice without options', { form: [{ ...question, type: 'select' }] }, '/form/0/options', 'error.required'],
    ['no options', { form: [{ ...question, type: 'select', options: [] }] }, '/form/0/options', 'error.items.minimum'],
    [
      '51 options',
      { form: [{ ...question, type: 'select', options: Array.from({ length: 51 }, (_, i) => `${i}`) }] },
      '/form/0/options',
      'error.items.maximum',
    ],
    [
      'an option twice',
      { form: [{ ...question, type: 'select', options: ['a', 'a'] }] },
      '/form/0/options',
      'error.items.unique',
    ],
    ['options of a text', { form: [{ ...question, options: ['a'] }] }, '/form/0/options', 'error.only.with'],
  ])('is refused with %s', async (_, more, place, message) => {
    const { code, fieldErrors } = (await saved(more).catch(
      (error: SignalboxError) => error as SignalboxError,
    )) as SignalboxError
    expect(code).toBe('INVALID')
    expect(fieldErrors[PLAN + place]?.map((one) => one.message)).toContain(message)
  })

  it('is compared like any other member of a plan', async () => {
    const box = createSignalbox()
    await box.apis.create({ body: apiWith({ approval: 'auto' }) })
    await box.apis.deployments.create({ id: 'a', body: {} })
    await box.apis.draft.replace({ id: 'a', body: apiWith({ approval: 'manual', terms: { version: '1', text: 'x' } }) })
    const { changes } = await box.apis.draft.diff({ id: 'a' })
    expect(changes).toMatchObject([
      {
        what: 'plan',
        id: 'p',
        text: 'Plan p: approval changes from auto to manual; terms is now {"version":"1","text":"x"}',
      },
    ])
  })
})
