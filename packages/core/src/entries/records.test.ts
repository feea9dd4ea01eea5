import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../index.ts'
import { readRecord } from './records.ts'

const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' }
const config = { id: 'c', value: { color: 'red' } }
const variant = { id: 'A', name: 'A', traffic: 1 }
const experiment = { id: 'e', name: 'E', enabled: true, variants: [variant] }

describe('a record that is read', () => {
  it('is a fresh copy in the form of the contract, without computed members', () => {
    const parameters = { startAt: '2:00', endAt: '5:00' }
    const given = { ...feature, activationStrategy: 'HOUR_RANGE', active: true, parameters }
    const read = readRecord('feature', given)
    expect(read).toEqual({
      ...feature,
      activationStrategy: 'HOUR_RANGE',
      parameters: { startDate: '02:00', endDate: '05:00' },
    })
    expect(given).toMatchObject({ active: true, parameters })
    const copy = readRecord('config', config)
    expect([copy, copy === config, copy.value === config.value]).toEqual([config, false, false])
    expect(readRecord('experiment', experiment)).toEqual(experiment)
  })

  it.each([
    ['feature', { ...feature, enabled: 'yes', on: 1 }, ['/enabled', '/on']],
    ['feature', { ...feature, id: 'a b' }, ['/id']],
    ['config', { id: 'c' }, ['/value']],
    ['experiment', { ...experiment, variants: [{ ...variant, traffic: 0.5 }] }, ['/variants']],
  ] as const)('is rejected like by the service, with its name: %s %j', async (kind, value, places) => {
    const box = createSignalbox()
    const creating = box[`${kind}s`].create({ body: value as never })
    const { fieldErrors } = await creating.catch((error) => error)
    expect(Object.keys(fieldErrors)).toEqual(places)
    expect(() => readRecord(kind, value)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        fieldErrors,
        message: expect.stringMatching(`^The ${kind} ${value.id} is invalid: ${places[0]}`),
      }),
    )
  })
})
