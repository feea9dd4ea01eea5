import type { Config, Feature } from '@signalbox/core/contract'

/** A flag evaluation and its expected result. */
export interface Case {
  readonly key: string
  readonly type: 'boolean' | 'string' | 'number' | 'object'
  readonly otherwise: unknown
  readonly context?: Readonly<Record<string, string | number | boolean>>
  readonly value: unknown
  readonly variant?: string
  readonly reason?: string
  readonly errorCode?: string
}

const pictures = { showImages: true, title: 'Check out these pics!', imagesPerPage: 100 }
const insider = { fn: 'Sulisław', ln: 'Świętopełk', age: 29, customer: false }

/**
 * The scenarios of `evaluation.feature` in the OpenFeature specification (specification/assets/gherkin, Apache-2.0),
 * one per row: values, details, the flag that depends on its context, and two errors.
 */
export const cases: readonly Case[] = [
  { key: 'boolean-flag', type: 'boolean', otherwise: false, value: true },
  { key: 'string-flag', type: 'string', otherwise: 'bye', value: 'hi' },
  { key: 'integer-flag', type: 'number', otherwise: 1, value: 10 },
  { key: 'float-flag', type: 'number', otherwise: 0.1, value: 0.5 },
  { key: 'object-flag', type: 'object', otherwise: null, value: pictures },
  { key: 'boolean-flag', type: 'boolean', otherwise: false, value: true, variant: 'on', reason: 'STATIC' },
  { key: 'string-flag', type: 'string', otherwise: 'bye', value: 'hi', variant: 'greeting', reason: 'STATIC' },
  { key: 'integer-flag', type: 'number', otherwise: 1, value: 10, variant: 'ten', reason: 'STATIC' },
  { key: 'float-flag', type: 'number', otherwise: 0.1, value: 0.5, variant: 'half', reason: 'STATIC' },
  { key: 'object-flag', type: 'object', otherwise: null, value: pictures, variant: 'template', reason: 'STATIC' },
  { key: 'context-aware', type: 'string', otherwise: 'EXTERNAL', context: insider, value: 'INTERNAL' },
  { key: 'context-aware', type: 'string', otherwise: 'EXTERNAL', context: {}, value: 'EXTERNAL' },
  {
    key: 'missing-flag',
    type: 'string',
    otherwise: 'uh-oh',
    value: 'uh-oh',
    reason: 'ERROR',
    errorCode: 'FLAG_NOT_FOUND',
  },
  { key: 'wrong-flag', type: 'number', otherwise: 13, value: 13, reason: 'ERROR', errorCode: 'TYPE_MISMATCH' },
]

const naming = (id: string, variant: string, value: unknown): Feature => ({
  id,
  enabled: true,
  metadata: { openfeature: { on: { variant, value } } },
  activationStrategy: 'NO_STRATEGY',
})

/** The flags of those scenarios: features with named outcomes, and a config. */
export const features: readonly Feature[] = [
  { id: 'boolean-flag', enabled: true, activationStrategy: 'NO_STRATEGY' },
  naming('string-flag', 'greeting', 'hi'),
  naming('integer-flag', 'ten', 10),
  naming('float-flag', 'half', 0.5),
  naming('object-flag', 'template', pictures),
  {
    id: 'context-aware',
    enabled: true,
    metadata: {
      openfeature: {
        on: { variant: 'internal', value: 'INTERNAL' },
        off: { variant: 'external', value: 'EXTERNAL' },
      },
    },
    activationStrategy: 'SCRIPT',
    parameters: {
      type: 'javascript',
      script: 'function enabled(context, enabled, disabled) { context.customer === false ? enabled() : disabled() }',
    },
  },
]
export const configs: readonly Config[] = [{ id: 'wrong-flag', type: 'string', value: 'uno' }]
