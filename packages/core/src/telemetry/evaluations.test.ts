import { describe, expect, it } from 'vitest'
import type { Context } from '../conditions/context.ts'
import { createCompiledIndex } from '../features/compiled-index.ts'
import { compileFeature } from '../features/evaluate.ts'
import type { Feature } from '../features/feature.ts'
import { createFlags } from '../flags/create-flags.ts'
import { timeZone } from '../machine/time/time.ts'
import type { ScriptEngine } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'
import type { Telemetry } from './telemetry.ts'

const ann = { id: 'ann', country: 'FR' }
const condition = { feature: 'rules' } as const

/** Scripts are a word: `yes` or `no`. */
const words: ScriptEngine = {
  run: async ({ script }) => ({ active: script === 'yes', logs: [] }),
  check: async () => undefined,
  close: async () => {},
}

/** Notes each evaluation as text: the id, the result, the reason, and for whom it was. */
function noting() {
  const told: string[] = []
  const whom = (context: Context | undefined) => (context?.id === undefined ? '' : ` for ${String(context.id)}`)
  const telemetry: Telemetry = {
    featureEvaluated(feature, isActive, context, explain) {
      told.push(`${feature.id}: ${isActive}, ${explain(isActive, context).reason}${whom(context)}`)
    },
    configEvaluated(config, { value, reason }, context) {
      told.push(`${config.id}: ${JSON.stringify(value)}, ${reason}${whom(context)}`)
    },
  }
  return { telemetry, takeTold: () => told.splice(0) }
}

/** A box with a feature or config of each sort. Its reports are collected. */
async function openBox() {
  const { telemetry, takeTold } = noting()
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const box = createSignalbox({ telemetry, scripts: { javascript: words }, report })
  const feature = (id: string, rest: object) =>
    box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY', ...rest } as Feature })
  const rules = (...list: object[]) => ({ activationStrategy: 'RULES', parameters: { rules: list } })
  const script = { activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: 'yes' } }
  const french = { attribute: 'country', operator: 'is', value: 'FR' } as const
  await box.segments.create({ body: { id: 'french', when: french } })
  await feature('plain', {})
  await feature('off', { enabled: false })
  await feature('rules', rules({ when: { all: [{ segment: 'french' }, { feature: 'plain' }] } }))
  await feature('script', script)
  await feature('share', { activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } })
  await box.configs.create({ body: { id: 'c:plain', value: 1 } })
  await box.configs.create({
    body: { id: 'c:rules', value: 1, type: 'number', rules: [{ when: { feature: 'rules' }, value: 2 }] },
  })
  await box.ready()
  expect(takeTold()).toEqual([])
  return { box, takeTold, reported }
}

/** What an evaluation of all features in a context tells, in key order; the result of the script comes last. */
const forAnn = [
  'off: false, DISABLED for ann',
  'plain: true, STATIC for ann',
  'rules: true, TARGETING_MATCH for ann',
  'script: true, TARGETING_MATCH for ann',
  'share: true, SPLIT for ann',
]
const forNobody = [
  'off: false, DISABLED',
  'plain: true, STATIC',
  'rules: false, DEFAULT',
  'script: false, ERROR',
  'share: false, ERROR',
]
const rulesForAnn = 'rules: true, TARGETING_MATCH for ann'
const configForAnn = 'c:rules: 2, TARGETING_MATCH for ann'

type Box = Awaited<ReturnType<typeof openBox>>['box']

describe('telemetry is told once of every evaluation', () => {
  it.each<[string, (box: Box) => unknown, string[]]>([
    ['isActive', (box) => box.isActive('rules', ann), [rulesForAnn]],
    ['a handle', (box) => box.flag('rules').isActive(ann), [rulesForAnn]],
    ['isActive of a disabled feature', (box) => box.isActive('off'), ['off: false, DISABLED']],
    ['check', (box) => box.features.check({ id: 'plain' }), ['plain: true, STATIC']],
    ['checkWith', (box) => box.features.checkWith({ id: 'rules', body: ann }), [rulesForAnn]],
    [
      'check with an explanation',
      (box) => box.features.checkWith({ id: 'rules', body: ann, explain: true }),
      [rulesForAnn],
    ],
    [
      'check of a script',
      (box) => box.features.checkWith({ id: 'script', body: ann }),
      ['script: true, TARGETING_MATCH for ann'],
    ],
    [
      'check of a script with an explanation',
      (box) => box.features.checkWith({ id: 'script', body: ann, explain: true }),
      ['script: true, TARGETING_MATCH for ann'],
    ],
    ['list with active', (box) => box.features.list({ active: true }), forNobody],
    ['checkMany', (box) => box.features.checkMany({ body: ann }), forAnn],
    ['tree', (box) => box.features.tree({}), forNobody],
    ['treeWith', (box) => box.features.treeWith({ body: ann }), forAnn],
    ['nested with active', (box) => box.features.nested({ active: true }), forNobody],
    ['a handle of a config', (box) => box.flag('c:rules').value(ann), [configForAnn]],
    ['value', (box) => box.value('c:rules', ann), [configForAnn]],
    ['evaluate', (box) => box.evaluate('c:rules', ann), [configForAnn]],
    ['configs.evaluate', (box) => box.configs.evaluate({ id: 'c:rules', body: ann }), [configForAnn]],
    [
      'configs.evaluateAll',
      (box) => box.configs.evaluateAll({ body: ann }),
      ['c:plain: 1, STATIC for ann', configForAnn],
    ],
    [
      'OFREP for a feature',
      (box) => box.ofrep.evaluate({ key: 'rules', body: { context: { ...ann, targetingKey: 'ann' } } }),
      [rulesForAnn],
    ],
    ['OFREP for a config', (box) => box.ofrep.evaluate({ key: 'c:rules', body: { context: ann } }), [configForAnn]],
    ['OFREP for everything', (box) => box.ofrep.evaluateAll({ body: { context: ann } }), [...forAnn, configForAnn]],
  ])('by %s', async (_, evaluate, expected) => {
    const { box, takeTold } = await openBox()
    await evaluate(box)
    expect(takeTold().sort()).toEqual([...expected].sort())
    await box.close()
  })

  it.each<[string, (box: Box) => unknown]>([
    ['an explanation', (box) => box.explain('rules', ann)],
    ['an explanation by a handle', (box) => box.flag('rules').explain(ann)],
    ['reading records', (box) => box.features.list({})],
    ['reading configs as a tree', (box) => box.configs.tree({})],
    ['an unknown feature', (box) => box.isActive('unknown', ann)],
    ['isActive of a script, which is not run', (box) => box.isActive('script', ann)],
    ['a condition', (box) => expect.poll(() => box.isTrue(condition, ann)).toBe(true)],
  ])('but not of %s', async (_, ask) => {
    const { box, takeTold } = await openBox()
    await ask(box)
    expect(takeTold()).toEqual([])
    await box.close()
  })

  it('also if a context throws', async () => {
    const { box, takeTold, reported } = await openBox()
    const hostile = Object.defineProperty({}, 'country', {
      get() {
        throw new Error('no')
      },
    })
    await box.features.create({
      body: {
        id: 'direct',
        enabled: true,
        activationStrategy: 'RULES',
        parameters: { rules: [{ when: { attribute: 'country', operator: 'is', value: 'FR' } }] },
      },
    })
    expect([box.isActive('direct', hostile), box.value('c:rules', hostile)]).toEqual([false, 1])
    // The explanation of the feature throws as well, which must not break its evaluation.
    expect(takeTold()).toEqual(['c:rules: 1, ERROR'])
    expect(reported.map(String)).toEqual([
      'Error: The function featureEvaluated of the option "telemetry" failed',
      'Error: Feature direct could not be evaluated and is treated as inactive',
      'Error: Config c:rules could not be evaluated and its rules are ignored',
    ])
    await box.close()
  })

  it('by flags, too', async () => {
    const { telemetry, takeTold } = noting()
    const flags = createFlags({ telemetry })
    await flags.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    flags.isActive('a', ann)
    expect(takeTold()).toEqual(['a: true, STATIC for ann'])
    await flags.close()
  })
})

describe('telemetry that throws', () => {
  it('breaks no evaluation, and is reported once', async () => {
    const reported: unknown[] = []
    const telemetry: Telemetry = {
      featureEvaluated() {
        throw new Error('full')
      },
    }
    const box = createSignalbox({ telemetry, report: (error) => void reported.push(error) })
    await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    expect([box.isActive('a'), box.isActive('a'), (await box.features.check({ id: 'a' })).active]).toEqual([
      ...[true, true, true],
    ])
    expect(reported).toEqual([
      new Error('The function featureEvaluated of the option "telemetry" failed', { cause: new Error('full') }),
    ])
    await box.close()
  })
})

describe('telemetry that rejects', () => {
  it('is reported once, like telemetry that throws', async () => {
    const reported: unknown[] = []
    const telemetry: Telemetry = {
      async featureEvaluated() {
        throw new Error('full')
      },
    }
    const flags = createFlags({ telemetry, report: (error) => void reported.push(error) })
    await flags.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    expect([flags.isActive('a'), flags.isActive('a')]).toEqual([true, true])
    await expect.poll(() => reported).toHaveLength(1)
    await flags.close()
  })
})

describe('telemetry that evaluates', () => {
  it('is not told of its own evaluations', async () => {
    const told: string[] = []
    const telemetry: Telemetry = {
      featureEvaluated(feature) {
        told.push(feature.id)
        flags.isActive('verbose')
      },
    }
    const flags = createFlags({ telemetry, report: (error) => expect.unreachable(String(error)) })
    for (const id of ['a', 'verbose'])
      await flags.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
    expect([flags.isActive('a'), flags.isActive('a')]).toEqual([true, true])
    expect(told).toEqual(['a', 'a'])
    await flags.close()
  })
})

describe('telemetry that is misspelled', () => {
  it('is rejected, with the name that was meant; other members are its own', () => {
    const misspelled = { featureEvalated: () => {} } as Telemetry
    expect(() => createSignalbox({ telemetry: misspelled })).toThrow(
      'The option "telemetry" has no function featureEvalated: did you mean featureEvaluated?',
    )
    const own = { seen: 0, prefix: 'a', featureEvaluated: () => {} } as Telemetry
    expect(() => createFlags({ telemetry: own })).not.toThrow()
  })
})

describe('without telemetry', () => {
  const settings = { clock: () => 0, zone: timeZone('UTC'), bucketing: 'murmur3' } as const
  const records = [
    { id: 'off', enabled: false, activationStrategy: 'NO_STRATEGY' },
    { id: 'plain', enabled: true, activationStrategy: 'NO_STRATEGY' },
    { id: 'share', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
  ] as Feature[]

  function compiled(telemetry?: Telemetry) {
    const index = createCompiledIndex(settings, telemetry)
    for (const record of records) index.set('feature', record.id, record)
    index.set('config', 'c', { id: 'c', value: 1 })
    return { features: records.map(({ id }) => index.find(id)!), config: index.findConfig('c')! }
  }

  it('features and configs are compiled to the same functions as by themselves', () => {
    const { features, config } = compiled()
    const alone = records.map((record) => compileFeature(record, settings))
    expect(features.map((one) => Object.keys(one))).toEqual(alone.map((one) => Object.keys(one)))
    expect(features.map(({ isActive }) => `${isActive}`)).toEqual(alone.map(({ isActive }) => `${isActive}`))
    expect(features[0]!.isActive).toBe(alone[0]!.isActive)
    expect(Object.keys(config)).toEqual(['config', 'decide'])
    expect(config.decide(undefined)).toBe(config.decide(undefined))
    // One function of telemetry encloses only what it observes.
    const told = compiled({ featureEvaluated() {} })
    expect(told.features[0]!.isActive).not.toBe(alone[0]!.isActive)
    expect(`${told.config.decide}`).toBe(`${config.decide}`)
  })
})
