import { describe, expect, it } from 'vitest'
import { timeZone } from '../../machine/time/time.ts'
import { compileFeature, explain } from '../evaluate.ts'
import type { Feature } from '../feature.ts'
import type { Environment } from './strategy.ts'

const environment: Environment = { clock: () => 0, zone: timeZone('UTC'), bucketing: 'murmur3' }
const listed: Feature = {
  id: 'f',
  enabled: true,
  activationStrategy: 'CUSTOMERS_LIST',
  parameters: { customers: ['ann', '42', ''] },
}
const compiled = compileFeature(listed, environment)

describe('a list of customers', () => {
  it.each([
    [{ id: 'ann' }, true],
    [{ id: 'Ann' }, false],
    [{ id: '42' }, true],
    [{ id: 42 }, true],
    [{ id: '' }, false],
    [{ id: 'toString' }, false],
    [{ id: ['ann'] }, false],
    [{}, false],
    [undefined, false],
  ])('is active in the context %j: %s', (context, active) => {
    expect(compiled.isActive(context)).toBe(active)
  })

  it.each([
    [{ id: 'ann' }, { reason: 'TARGETING_MATCH', listed: true }],
    [{ id: 'bob' }, { reason: 'DEFAULT', listed: false }],
    [{}, { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING', listed: false }],
    [{ id: '' }, { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING', listed: false }],
  ])('explains the context %j by %j', (context, explained) => {
    expect(explain(compiled, environment, context)).toMatchObject(explained)
  })
})
