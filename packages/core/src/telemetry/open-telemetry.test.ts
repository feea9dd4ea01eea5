import { describe, expect, it } from 'vitest'
import type { Context } from '../conditions/context.ts'
import type { Config } from '../configs/config.ts'
import type { Feature } from '../features/feature.ts'
import type {
  EventLogger,
  TracedAttributes,
  TracedContext,
  TracedSpan,
  TracingApi,
} from '../machine/net/tracing-api.ts'
import { createSignalbox } from '../signalbox.ts'
import { type OpenTelemetryOptions, openTelemetry } from './open-telemetry.ts'

const context: TracedContext = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  traceFlags: 1,
}

/** An API with an active span, which keeps its events. */
function withSpan(spanContext: TracedContext | undefined, isRecording = true) {
  const events: TracedAttributes[] = []
  const span = {
    spanContext: () => spanContext,
    isRecording: () => isRecording,
    addEvent: (name: string, attributes: TracedAttributes) => events.push({ name, ...attributes }),
  } as unknown as TracedSpan
  const api = { trace: { getActiveSpan: () => spanContext && span } } as unknown as TracingApi
  return { api, events }
}

/** A logger that keeps the attributes of events, which is all that differs. */
function logger() {
  const attributes: TracedAttributes[] = []
  const one: EventLogger = {
    emit(event) {
      expect(event).toMatchObject({ eventName: 'feature_flag.evaluation', severityNumber: 9 })
      attributes.push(event.attributes)
    },
  }
  return { logger: one, attributes }
}

const { api } = withSpan(undefined)
const always = { attribute: 'plan', operator: 'is', value: 'pro' } as const

/** The attributes of what one box records. */
async function recorded(
  records: { features?: Partial<Feature>[]; configs?: Partial<Config>[] },
  evaluate: (box: ReturnType<typeof createSignalbox>) => unknown,
  options: Partial<OpenTelemetryOptions> = {},
) {
  const { logger: one, attributes } = logger()
  const box = createSignalbox({ telemetry: openTelemetry({ api, evaluations: true, logger: one, ...options }) })
  for (const body of records.features ?? [])
    await box.features.create({ body: { enabled: true, activationStrategy: 'NO_STRATEGY', ...body } as Feature })
  for (const body of records.configs ?? []) await box.configs.create({ body: body as Config })
  await evaluate(box)
  await box.close()
  return attributes
}

describe('openTelemetry records an evaluation', () => {
  it.each<[string, Partial<Feature>, Context | undefined, object]>([
    ['that is static', {}, undefined, { reason: 'static', variant: 'on' }],
    ['of a disabled feature', { enabled: false }, undefined, { reason: 'disabled', variant: 'off' }],
    [
      'of a percentage',
      { activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } } as Partial<Feature>,
      { id: 'ann' },
      { reason: 'split', variant: 'on' },
    ],
    [
      'by a rule',
      { activationStrategy: 'RULES', parameters: { rules: [{ when: always }] } } as Partial<Feature>,
      { id: 'ann', plan: 'pro' },
      { reason: 'targeting_match', variant: 'on' },
    ],
    [
      'by no rule',
      { activationStrategy: 'RULES', parameters: { rules: [{ when: always }] } } as Partial<Feature>,
      { id: 'ann' },
      { reason: 'default', variant: 'off' },
    ],
    [
      'with variants of its own',
      { metadata: { openfeature: { on: { variant: 'blue', value: '#00f' } } } },
      undefined,
      { reason: 'static', variant: 'blue' },
    ],
  ])('%s', async (_, feature, whom, { reason, variant }: { reason?: string; variant?: string }) => {
    const attributes = await recorded({ features: [{ id: 'a', ...feature }] }, (box) => box.isActive('a', whom))
    expect(attributes).toEqual([
      {
        'feature_flag.key': 'a',
        'feature_flag.provider.name': 'signalbox',
        'feature_flag.result.reason': reason,
        'feature_flag.result.variant': variant,
      },
    ])
  })

  it('that failed, with the error', async () => {
    const feature = { id: 'a', activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } } as Partial<Feature>
    const [attributes] = await recorded({ features: [feature] }, (box) => box.isActive('a'))
    expect(attributes).toMatchObject({
      'feature_flag.result.reason': 'error',
      'error.type': 'targeting_key_missing',
      'feature_flag.error.message': 'The strategy needs a context with an id',
    })
  })

  it('of a script, without what the script says of its failure', async () => {
    const { logger: one, attributes } = logger()
    const message = 'the token of ann is 123'
    const box = createSignalbox({
      telemetry: openTelemetry({ api, evaluations: true, logger: one }),
      scripts: {
        javascript: {
          run: async () => ({ active: false, logs: [], error: { code: 'EXCEPTION', message } }),
          check: async () => undefined,
          close: async () => {},
        },
      },
    })
    await box.features.create({
      body: {
        id: 'a',
        enabled: true,
        activationStrategy: 'SCRIPT',
        parameters: { type: 'javascript', script: 'x' },
      },
    })
    await box.features.checkWith({ id: 'a', body: {} })
    expect(attributes).toMatchObject([{ 'feature_flag.result.reason': 'error', 'error.type': 'general' }])
    expect(JSON.stringify(attributes)).not.toContain('123')
    await box.close()
  })

  it('of a config, with its variant, or else with a short value if it has a type', async () => {
    const rules = [{ name: 'pros', when: always, value: 2 }]
    const configs = [
      { id: 'number', type: 'number' as const, value: 1, rules },
      { id: 'object', type: 'object' as const, value: { a: [1] } },
      { id: 'long', type: 'string' as const, value: 'x'.repeat(257) },
      { id: 'untyped', value: 'a secret' },
    ]
    const attributes = await recorded({ configs }, (box) => {
      box.value('number', { plan: 'pro' })
      for (const { id } of configs) box.value(id)
    })
    const shown = attributes.map(
      ({ 'feature_flag.key': key, 'feature_flag.result.variant': variant, 'feature_flag.result.value': value }) => [
        ...[key, variant, value],
      ],
    )
    expect(shown).toEqual([
      ['number', 'pros', undefined],
      ['number', undefined, 1],
      ['object', undefined, '{"a":[1]}'],
      ['long', undefined, undefined],
      ['untyped', undefined, undefined],
    ])
  })

  it('and names whom it was for only if asked, because that may be personal data', async () => {
    const features = [{ id: 'a' }]
    const evaluate = (box: ReturnType<typeof createSignalbox>) => {
      box.isActive('a', { id: 'ann@example.com' })
      box.isActive('a', { id: 7 })
      box.isActive('a', { id: { of: 'ann' } })
      box.isActive('a')
    }
    const [silent, named] = await Promise.all([
      recorded({ features }, evaluate),
      recorded({ features }, evaluate, { contextIds: true }),
    ])
    expect(JSON.stringify(silent)).not.toContain('context')
    expect(named.map((one) => one['feature_flag.context.id'])).toEqual(['ann@example.com', '7', undefined, undefined])
  })

  it('as an event of the active span if there is no logger', async () => {
    const { api, events } = withSpan(context)
    const box = createSignalbox({ telemetry: openTelemetry({ api, evaluations: true }) })
    await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    box.isActive('a')
    expect(events).toEqual([
      {
        name: 'feature_flag.evaluation',
        'feature_flag.key': 'a',
        'feature_flag.provider.name': 'signalbox',
        'feature_flag.result.reason': 'static',
        'feature_flag.result.variant': 'on',
      },
    ])
    await box.close()
  })

  it('only if somebody gets the event', () => {
    const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } as Feature
    const explain = () => {
      throw new Error('explained in vain')
    }
    const off = { emit: explain, enabled: () => false }
    const { api: unsampled, events } = withSpan(context, false)
    for (const telemetry of [
      openTelemetry({ api, evaluations: true, logger: off }),
      openTelemetry({ api, evaluations: true }),
      openTelemetry({ api: unsampled, evaluations: true }),
    ])
      telemetry.featureEvaluated?.(feature, true, undefined, explain)
    expect(events).toEqual([])
  })
})

describe('openTelemetry', () => {
  it('is not told of evaluations unless asked, which then cost nothing', () => {
    expect(Object.keys(openTelemetry({ api }))).toEqual(['traceparent'])
  })

  it('tells the trace of the active span, if it is valid', () => {
    const traceparentOf = (spanContext: TracedContext | undefined) =>
      openTelemetry({ api: withSpan(spanContext).api }).traceparent?.()
    expect(traceparentOf(context)).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
    expect(traceparentOf({ ...context, traceFlags: 0 })).toMatch(/-00$/)
    expect(traceparentOf(undefined)).toBeUndefined()
    expect(traceparentOf({ ...context, traceId: '0'.repeat(32) })).toBeUndefined()
    expect(traceparentOf({ ...context, spanId: 'x\r\ny' })).toBeUndefined()
  })
})
