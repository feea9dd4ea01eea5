import { describe, expect, it } from 'vitest'
import type { SignalboxError } from '../../machine/errors/errors.ts'
import { boxWith, experiment } from '../experiments.fixture.ts'

const inLayer = (id: string, from: number, to: number, name = 'page') => ({
  ...experiment(id),
  layer: { name, from, to },
})
const overlaps = { code: 'CONFLICT', errors: [{ message: 'error.layer.overlap' }] }

async function scene(...ranges: readonly (readonly [id: string, from: number, to: number, name?: string])[]) {
  const made = await boxWith([])
  for (const range of ranges) await made.experiments.create({ body: inLayer(...range) })
  return made
}

describe('the range of an experiment in a layer', () => {
  it.each([
    [{ name: 'page', from: 0.5, to: 0.5 }, '/layer/to', 'must be above 0.5'],
    [{ name: 'page', from: 0.5, to: 0.500001 }, '/layer/to', 'must be above 0.5'],
    [{ name: 'page', from: 0.6, to: 0.5 }, '/layer/to', 'must be above 0.6'],
    [{ name: 'page', from: -0.1, to: 0.5 }, '/layer/from', 'at least 0'],
    [{ name: 'page', from: 0, to: 1.1 }, '/layer/to', 'at most 1'],
    [{ name: 'a/b', from: 0, to: 1 }, '/layer/name', ''],
    [{ name: 'page', from: 0 }, '/layer/to', 'missing'],
  ])('must be one: %o', async (layer, pointer, words) => {
    const { experiments } = await scene()
    await expect(experiments.create({ body: { ...experiment('e'), layer } as never })).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining(words),
      fieldErrors: { [pointer]: expect.anything() },
    })
  })

  it('does not overlap that of another, whose name and free ranges the message has', async () => {
    const { experiments } = await scene(['e', 0.1, 0.3], ['f', 0.5, 0.6])
    await expect(experiments.create({ body: inLayer('g', 0.2, 0.5) })).rejects.toMatchObject({
      ...overlaps,
      message:
        'The range 0.2 to 0.5 of layer page overlaps that of experiment e (0.1 to 0.3). Choose a free range (0 to 0.1, 0.3 to 0.5, 0.6 to 1) or another layer',
      errors: [{ message: 'error.layer.overlap', args: ['page', 'e'] }],
    })
    await experiments.create({ body: inLayer('g', 0.3, 0.5) })
    await experiments.create({ body: inLayer('h', 0.2, 0.5, 'another') })
  })

  it('says where a layer is full', async () => {
    const { experiments } = await scene(['e', 0, 1])
    await expect(experiments.create({ body: inLayer('f', 0, 0.1) })).rejects.toMatchObject({
      message: expect.stringContaining('The layer is full'),
    })
  })

  it('hides an experiment that the caller may not read', async () => {
    const { box } = await scene(['secret', 0, 0.5])
    const ann = box.as({ id: 'ann', authorizedPatterns: 'shop:*$$$CR' })
    const refused: SignalboxError = await ann.experiments.create({ body: inLayer('shop:e', 0, 0.5) }).then(
      () => expect.unreachable(),
      (error) => error,
    )
    expect(refused).toMatchObject({ ...overlaps, message: expect.stringContaining('that you may not read') })
    expect(JSON.stringify([refused.message, refused.errors])).not.toContain('secret')
  })

  it('is free again when its experiment is deleted, leaves the layer or moves in it', async () => {
    const { experiments } = await scene(['a', 0, 0.2], ['b', 0.2, 0.4], ['c', 0.4, 0.6], ['d', 0.6, 0.8])
    const take = (from: number, to: number) => experiments.create({ body: inLayer(`x${from}`, from, to) })
    await experiments.delete({ id: 'a' })
    await take(0, 0.2)
    await experiments.patch({ id: 'b', body: [{ op: 'remove', path: '/layer' }] })
    await take(0.2, 0.4)
    await experiments.patch({ id: 'c', body: { layer: { from: 0.8, to: 1 } } })
    await take(0.4, 0.6)
    await experiments.replace({ id: 'd', body: inLayer('d', 0, 1, 'another') })
    await take(0.6, 0.8)
    await expect(experiments.create({ body: inLayer('y', 0.8, 1) })).rejects.toMatchObject(overlaps)
    expect(await experiments.deleteMany({ pattern: '*' })).toEqual({ count: 7 })
    await experiments.create({ body: inLayer('y', 0, 1) })
  })

  it('stays with a disabled experiment, and is the same range when it is saved again', async () => {
    const { experiments } = await scene(['e', 0.1, 0.2])
    await experiments.patch({ id: 'e', body: { enabled: false } })
    await experiments.patch({ id: 'e', body: { layer: { from: 0.15, to: 0.25 } } })
    await expect(experiments.create({ body: inLayer('f', 0.2, 0.3) })).rejects.toMatchObject(overlaps)
    await expect(experiments.patch({ id: 'e', body: { layer: { from: 0.3 } } })).rejects.toMatchObject({
      code: 'INVALID',
    })
  })

  it('is judged against the other lines of an upload, also in a dry run', async () => {
    for (const dryRun of [true, false]) {
      const { experiments } = await scene(['e', 0, 0.2])
      const body = [inLayer('f', 0.2, 0.4), inLayer('g', 0.3, 0.5), inLayer('h', 0.1, 0.2), inLayer('i', 0.4, 0.6)]
      await expect(experiments.import({ body, dryRun })).resolves.toMatchObject({
        success: 2,
        errors: {
          errors: [2, 3].map((line) => ({ message: 'error.line.invalid', args: expect.arrayContaining([`${line}`]) })),
        },
      })
      const later = experiments.create({ body: inLayer('j', 0.5, 0.7) })
      if (dryRun) await later
      else await expect(later).rejects.toMatchObject(overlaps)
    }
  })
})

describe('the results of an experiment in a layer', () => {
  it('show the experiments beside it, as far as the caller may read them, and the holdout', async () => {
    const { box, experiments } = await scene(['shop:e', 0.1, 0.3], ['f', 0.5, 0.6], ['g', 0, 1, 'another'])
    const layer = { name: 'page', from: 0.1, to: 0.3, holdout: 0.7 }
    const own = { layer: { ...layer, beside: [{ experiment: 'f', from: 0.5, to: 0.6 }] } }
    expect(await experiments.results({ id: 'shop:e' })).toMatchObject(own)
    const ann = box.as({ id: 'ann', authorizedPatterns: 'shop:*$$$R' })
    const shown = await ann.experiments.results({ id: 'shop:e' })
    expect(shown.layer).toEqual({ ...layer, beside: [{ from: 0.5, to: 0.6 }] })
    const { results } = await experiments.summary()
    expect(results.map((one) => one.layer?.name)).toEqual(['page', 'another', 'page'])
    await experiments.create({ body: experiment('h') })
    expect(await experiments.results({ id: 'h' })).not.toHaveProperty('layer')
  })
})

describe('an experiment with an audience', () => {
  it('has a valid condition', async () => {
    const { experiments } = await scene()
    const audience = { attribute: 'country', operator: 'near', value: 'FR' }
    await expect(experiments.create({ body: { ...experiment('e'), audience } as never })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/audience/operator': expect.anything() },
    })
  })

  it('is a use of the segments and features in it, which cannot be deleted', async () => {
    const { box, experiments } = await scene()
    await box.segments.create({ body: { id: 'staff' } })
    await experiments.create({ body: { ...experiment('e'), audience: { segment: 'staff' } } })
    await experiments.create({ body: { ...experiment('f'), audience: { feature: 'missing' } } })
    await expect(box.segments.delete({ id: 'staff' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('experiment e'),
    })
    expect(await box.lint()).toEqual({
      unresolved: [{ from: { kind: 'experiment', id: 'f' }, to: { kind: 'feature', id: 'missing' } }],
      count: 1,
    })
    await experiments.patch({ id: 'e', body: [{ op: 'remove', path: '/audience' }] })
    await experiments.delete({ id: 'f' })
    await box.segments.delete({ id: 'staff' })
    expect(await box.lint()).toEqual({ unresolved: [], count: 0 })
  })

  it.each([{ audience: { segment: 'staff' } }, { layer: { name: 'page', from: 0, to: 1 } }])(
    'or a layer is not for the classic assignment: %o',
    async (more) => {
      const { experiments } = await boxWith([], { assignment: 'classic' })
      await expect(experiments.create({ body: { ...experiment('e'), ...more } })).rejects.toMatchObject({
        code: 'INVALID',
        message: expect.stringContaining('cannot be used with the classic assignment'),
        fieldErrors: { [`/${Object.keys(more)[0]}`]: [{ message: 'error.assignment.classic' }] },
      })
    },
  )
})
