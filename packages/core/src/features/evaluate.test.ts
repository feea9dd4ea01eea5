import { describe, expect, it } from 'vitest'
import type { Context } from '../conditions/context.ts'
import { validate } from '../machine/schema/validate.ts'
import { timeZone } from '../machine/time/time.ts'
import { isScripted } from '../targeting/target.ts'
import { compileFeature, decidedBy, explain, needsScript } from './evaluate.ts'
import { examples } from './examples.fixture.ts'
import { featureSchema } from './feature.ts'
import { strategyNames } from './strategies/index.ts'
import type { Environment } from './strategies/strategy.ts'
import { targetingEngine } from './targeting-engine.ts'

const environment: Environment = {
  clock: () => Date.parse('2026-05-01T12:00:00Z'),
  zone: timeZone('UTC'),
  bucketing: 'murmur3',
  targeting: targetingEngine,
}
const answers = (name: keyof typeof examples, context?: Context) => {
  const compiled = compileFeature(examples[name], environment)
  return [compiled.isActive(context), explain(compiled, environment, context).reason]
}

describe('an enabled feature', () => {
  it.each([
    ['NO_STRATEGY', [true, 'STATIC'], [true, 'STATIC']],
    ['RELEASE_DATE', [true, 'TARGETING_MATCH'], [true, 'TARGETING_MATCH']],
    ['DATE_RANGE', [true, 'TARGETING_MATCH'], [true, 'TARGETING_MATCH']],
    ['HOUR_RANGE', [true, 'TARGETING_MATCH'], [true, 'TARGETING_MATCH']],
    ['PERCENTAGE', [false, 'ERROR'], [true, 'SPLIT']],
    ['CUSTOMERS_LIST', [false, 'ERROR'], [true, 'TARGETING_MATCH']],
    ['RULES', [false, 'DEFAULT'], [true, 'TARGETING_MATCH']],
  ] as const)('with %s is %j without a context and %j with one', (name, without, withAnn) => {
    expect(answers(name)).toEqual(without)
    expect(answers(name, { id: 'ann' })).toEqual(withAnn)
  })

  it.each(strategyNames)(
    'with %s is compiled, or conditions cannot refer to it because only a script decides',
    (name) => {
      const isDecidedByScript = needsScript(compileFeature(examples[name], environment))
      expect(isScripted(examples[name])).toBe(isDecidedByScript)
      expect(decidedBy(name) === 'script').toBe(isDecidedByScript)
    },
  )

  it.each(strategyNames)('with %s needs the engine of conditions only if its strategy says so', (name) => {
    const compile = () => compileFeature(examples[name], { ...environment, targeting: undefined })
    if (decidedBy(name) === 'targeting') expect(compile).toThrow('targeting')
    else expect(compile).not.toThrow()
  })

  it.each(['LATER', 'toString', '__proto__'])('with the unknown strategy %s is decided by nothing here', (name) => {
    expect(decidedBy(name)).toBeUndefined()
  })

  it.each(['SCRIPT', 'GLOBAL_SCRIPT'] as const)('with %s is not decided without an engine', (name) => {
    const compiled = compileFeature(examples[name], environment)
    expect(needsScript(compiled)).toBe(true)
    expect(compiled.isActive({ id: 'ann' })).toBe(false)
    const needsContext = { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING', message: 'The script needs a context' }
    expect(explain(compiled, environment)).toMatchObject(needsContext)
    for (const context of [{}, { id: null }, { customer: false }])
      expect(explain(compiled, environment, context)).not.toHaveProperty('errorCode')
  })

  it.each([
    [undefined, 'TARGETING_KEY_MISSING'],
    [{}, 'TARGETING_KEY_MISSING'],
    [{ id: '' }, 'TARGETING_KEY_MISSING'],
    [{ id: null }, 'INVALID_CONTEXT'],
    [{ id: true }, 'INVALID_CONTEXT'],
    [{ id: {} }, 'INVALID_CONTEXT'],
  ])('that requires an id explains the context %j with %s', (context, errorCode) => {
    for (const name of ['PERCENTAGE', 'CUSTOMERS_LIST'] as const)
      expect(explain(compileFeature(examples[name], environment), environment, context)).toMatchObject({
        reason: 'ERROR',
        errorCode,
        message: expect.stringContaining('id'),
      })
  })
})

describe.each(strategyNames)('a disabled feature with %s', (name) => {
  const compiled = compileFeature({ ...examples[name], enabled: false }, environment)

  it('is inactive, runs no script and says that it is disabled', () => {
    expect(compiled.isActive({ id: 'ann' })).toBe(false)
    expect(needsScript(compiled)).toBe(false)
    expect(explain(compiled, environment, { id: 'ann' })).toEqual({
      reason: 'DISABLED',
      strategy: name,
      enabled: false,
    })
  })
})

describe('a feature of every strategy', () => {
  it.each(Object.values(examples))('$activationStrategy is valid as it is', (feature) => {
    expect(validate(featureSchema, feature)).toEqual(feature)
  })

  it('accepts empty parameters where it takes none, and rejects others', () => {
    expect(validate(featureSchema, { ...examples.NO_STRATEGY, parameters: {} })).toEqual(examples.NO_STRATEGY)
    expect(() => validate(featureSchema, { ...examples.NO_STRATEGY, parameters: { percentage: 1 } })).toThrow(
      expect.objectContaining({ fieldErrors: { '/parameters': [{ message: 'error.unknown.field', args: [] }] } }),
    )
  })

  it.each(strategyNames.filter((name) => name !== 'NO_STRATEGY'))('%s needs its parameters', (name) => {
    expect(() => validate(featureSchema, { id: 'f', enabled: true, activationStrategy: name })).toThrow(
      expect.objectContaining({ fieldErrors: { '/parameters': [{ message: 'error.required', args: [] }] } }),
    )
  })
})
