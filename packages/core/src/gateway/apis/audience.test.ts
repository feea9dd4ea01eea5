import { describe, expect, it } from 'vitest'
import { createSignalbox, type Signalbox } from '../../signalbox.ts'

const plan = (members: object = {}) => ({
  id: 'free',
  status: 'published',
  access_mode_configuration_type: 'apikey',
  ...members,
})
const apiWith = (documentation: object) => ({ id: 'shop', name: 'Shop', documentation }) as never
const staff = { segment: 'staff' }
const create = (box: Signalbox, documentation: object) => box.apis.create({ body: apiWith(documentation) })

/** The two places of an audience, each with its pointer. */
const places = [
  ['an API', '/documentation/audience', (audience: unknown) => ({ audience })],
  ['a plan', '/documentation/plans/0/audience', (audience: unknown) => ({ plans: [plan({ audience })] })],
] as const

describe.each(places)('the audience of %s', (_, pointer, documentationWith) => {
  it('is stored, exported and published as it was sent', async () => {
    const box = createSignalbox()
    await create(box, documentationWith(staff))
    expect((await box.apis.get({ id: 'shop' })).documentation).toMatchObject(documentationWith(staff))
    const deployment = await box.apis.deployments.create({ id: 'shop', body: {} })
    expect(deployment.apiDefinition?.documentation).toMatchObject(documentationWith(staff))
  })

  it.each([
    [{ segment: 7 }, '/segment', 'error.type'],
    [{ attribute: 'id', operator: 'resembles' }, '/operator', 'error.enum'],
    [{}, '', 'error.required.any'],
    [{ attribute: 'id', operator: 'matches', value: '(' }, '/value', 'error.pattern.invalid'],
  ])('must be a condition: %j', async (audience, below, message) => {
    const box = createSignalbox()
    const invalid = { code: 'INVALID', fieldErrors: { [`${pointer}${below}`]: [{ message }] } }
    await expect(create(box, documentationWith(audience))).rejects.toMatchObject(invalid)
    await create(box, {})
    const draft = apiWith(documentationWith(audience))
    await expect(box.apis.draft.replace({ id: 'shop', body: draft })).rejects.toMatchObject(invalid)
  })

  it('is reported by lint while it names what does not exist', async () => {
    const box = createSignalbox()
    await create(box, documentationWith({ all: [staff, { feature: 'beta' }] }))
    const problems = async () =>
      (await box.apis.lint({ id: 'shop' })).problems.filter((one) => one.pointer === pointer).map((one) => one.message)
    expect(await problems()).toEqual([
      'The audience refers to the segment staff, which does not exist: nobody sees the API or plan that has it',
      'The audience refers to the feature beta, which does not exist: nobody sees the API or plan that has it',
    ])
    await box.segments.create({ body: { id: 'staff' } })
    expect(await problems()).toHaveLength(1)
  })

  it('can name a segment only for callers who may read it', async () => {
    const box = createSignalbox()
    await box.segments.create({ body: { id: 'staff' } })
    const grants = [{ pattern: '*', rights: ['C', 'R', 'U'], domains: ['Api'] }]
    const api = box.as({ id: 'ann', authorizedPatterns: grants as never })
    const body = apiWith(documentationWith(staff))
    await expect(api.apis.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await box.apis.create({ body })
    await api.apis.patch({ id: 'shop', body: { description: 'changed' } })
  })

  it('never stops a key', async () => {
    const box = createSignalbox()
    await create(box, { plans: [plan()] })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    const body = { api_ref: 'shop', plan_ref: 'free', owner_ref: 'ann' }
    const { credentials } = await box.subscriptions.create({ body })
    const { clientId = '', clientSecret = '' } = credentials ?? {}
    const judged = await box.verify(clientId, clientSecret)
    await box.apis.patch({
      id: 'shop',
      body: { documentation: { plans: [plan()], ...documentationWith(staff) } } as never,
    })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    expect(judged).toMatchObject({ isValid: true })
    expect(await box.verify(clientId, clientSecret)).toEqual(judged)
  })
})

describe('a merge patch', () => {
  it('replaces an audience as a whole, and null removes it', async () => {
    const box = createSignalbox()
    await create(box, { audience: { attribute: 'id', operator: 'exists' }, tags: ['a'] })
    const patch = async (audience: unknown) =>
      (await box.apis.patch({ id: 'shop', body: { documentation: { audience } } as never })).documentation
    expect(await patch(staff)).toMatchObject({ audience: staff, tags: ['a'] })
    expect(await patch(null)).not.toHaveProperty('audience')
  })
})
