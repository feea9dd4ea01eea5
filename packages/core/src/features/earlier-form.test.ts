import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

const hours = { startDate: '09:30', endDate: '18:00' }
const both = { ...hours, startAt: '09:30', endAt: '18:00' }
const body = { id: 'f', enabled: true, activationStrategy: 'HOUR_RANGE', parameters: hours } as const

describe('a feature of an instance that answers in the earlier form', () => {
  const inEarlierForm = () => createSignalbox({ earlierForm: true })

  it('has its hours under both names in every response', async () => {
    const box = inEarlierForm()
    const heard: unknown[] = []
    box.on('FEATURE_UPDATED', ({ payload, oldValue }) => void heard.push(payload, oldValue))
    const { features } = box.as({ id: 'ada', admin: true })
    const shown = { ...body, parameters: both }
    const sent = { ...body, parameters: { startAt: '9:30', endAt: '18:00' } as never }
    expect(await features.create({ body: sent })).toEqual(shown)
    expect(await features.get({ id: 'f' })).toEqual(shown)
    expect((await features.list()).results).toEqual([shown])
    expect((await features.list({ active: true })).results).toMatchObject([shown])
    expect((await features.checkMany({ body: {} })).results).toMatchObject([shown])
    expect(await features.nested()).toEqual({ f: { value: shown } })
    for await (const line of features.export()) expect(line).toEqual(shown)
    expect(await features.replace({ id: 'f', body: { ...shown, enabled: false } })).toEqual({
      ...shown,
      enabled: false,
    })
    await expect.poll(() => heard).toEqual([{ ...shown, enabled: false }, shown])
    expect((await features.copy({ body: { from: 'f', to: 'g', default: true } })).features).toEqual([
      { ...shown, id: 'g' },
    ])
  })

  it('is patched by either name', async () => {
    const { features } = inEarlierForm()
    await features.create({ body })
    const replace = (path: string, value: string) =>
      features.patch({ id: 'f', body: [{ op: 'replace', path, value }] }).then(({ parameters }) => parameters)
    expect(await replace('/parameters/startAt', '8:00')).toEqual({ ...both, startDate: '08:00', startAt: '08:00' })
    expect(await replace('/parameters/startDate', '09:30')).toEqual(both)
    await expect(
      features.patch({
        id: 'f',
        body: [
          { op: 'replace', path: '/parameters/startDate', value: '07:00' },
          { op: 'replace', path: '/parameters/startAt', value: '06:00' },
        ],
      }),
    ).rejects.toMatchObject({ fieldErrors: { '/parameters/startAt': [{ message: 'error.synonym' }] } })
  })
})

it('a feature of another instance shows its hours under the names of the contract', async () => {
  const { features } = createSignalbox()
  expect(await features.create({ body: { ...body, parameters: both } })).toEqual(body)
})

it('an experiment in the earlier form has a description, and its variants have one', async () => {
  const box = createSignalbox({ earlierForm: true })
  const { experiments } = box.as({ id: 'ada', admin: true })
  const variants = [{ id: 'A', name: 'A', traffic: 1 }]
  const shown = { description: '', variants: [{ ...variants[0], description: '', currentPopulation: 0 }] }
  expect(await experiments.create({ body: { id: 'e', name: 'e', enabled: true, variants } })).toMatchObject(shown)
  expect((await experiments.list()).results).toMatchObject([shown])
  await experiments.patch({ id: 'e', body: [{ op: 'replace', path: '/enabled', value: false }] })
  const lines = []
  for await (const line of box.experiments.export()) lines.push(line)
  expect(lines).toMatchObject([{ ...shown, enabled: false }])
})
