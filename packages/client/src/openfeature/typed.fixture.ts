import type { Config } from '@signalbox/core/contract'
import type { Case } from './evaluation.fixture.ts'

const inFrance = { attribute: 'country', operator: 'is', value: 'FR' } as const
const split = (value: (name: string) => unknown) => ({
  name: 'everybody',
  split: ['low', 'high'].map((name) => ({ name, weight: 1, value: value(name) })),
})

/** A typed config of each type: with rules, with a split, and without rules. */
export const typedConfigs: readonly Config[] = [
  { id: 'sale', type: 'boolean', value: false, rules: [{ name: 'france', when: inFrance, value: true }] },
  { id: 'title', type: 'string', value: 'Hello', rules: [{ name: 'france', when: inFrance, value: 'Bonjour' }] },
  {
    id: 'limit',
    type: 'number',
    value: 3,
    rules: [{ when: inFrance, value: 5 }],
    metadata: { team: 'shop', tags: [1] },
  },
  { id: 'theme', type: 'object', value: { color: 'red' }, rules: [{ when: inFrance, value: { color: 'blue' } }] },
  { id: 'sizes', type: 'array', value: [1, 2] },
  { id: 'json', type: 'string', value: '{"a":1}' },
  { id: 'button', type: 'string', value: 'none', rules: [split((name) => name)] },
  { id: 'shaped', type: { type: 'object' }, value: { items: 20 } },
  { id: 'untyped', value: 'private' },
]

const [ann, ben] = [
  { targetingKey: 'ann', country: 'FR' },
  { targetingKey: 'ben', country: 'DE' },
]
const error = (errorCode: string) => ({ reason: 'ERROR', errorCode })

/**
 * The requirements of the OpenFeature specification (sections/01-flag-evaluation.md) on typed evaluation, by their
 * numbers, for configs with a type. 1.3.1.1 is for servers, and 1.3.2.1 says the same for pages.
 */
export const typedCases: readonly (readonly [requirement: string, expected: Case])[] = [
  ['1.3.1.1, 1.3.2.1 boolean', { key: 'sale', type: 'boolean', otherwise: false, context: ann, value: true }],
  ['1.3.1.1, 1.3.2.1 boolean', { key: 'sale', type: 'boolean', otherwise: true, context: ben, value: false }],
  ['1.3.1.1, 1.3.2.1 string', { key: 'title', type: 'string', otherwise: 'x', context: ann, value: 'Bonjour' }],
  ['1.3.1.1, 1.3.2.1 string', { key: 'title', type: 'string', otherwise: 'x', value: 'Hello' }],
  ['1.3.1.1, 1.3.2.1 string, not parsed', { key: 'json', type: 'string', otherwise: 'x', value: '{"a":1}' }],
  ['1.3.1.1, 1.3.2.1 number', { key: 'limit', type: 'number', otherwise: 0, context: ann, value: 5 }],
  ['1.3.1.1, 1.3.2.1 number', { key: 'limit', type: 'number', otherwise: 0, context: ben, value: 3 }],
  [
    '1.3.1.1, 1.3.2.1 structure',
    { key: 'theme', type: 'object', otherwise: {}, context: ann, value: { color: 'blue' } },
  ],
  [
    '1.3.1.1, 1.3.2.1 structure',
    { key: 'theme', type: 'object', otherwise: {}, context: ben, value: { color: 'red' } },
  ],
  ['1.3.1.1, 1.3.2.1 structure, a list', { key: 'sizes', type: 'object', otherwise: [], value: [1, 2] }],
  ['1.3.1.1, 1.3.2.1 structure, by a schema', { key: 'shaped', type: 'object', otherwise: {}, value: { items: 20 } }],
  ['1.3.4 another type', { key: 'limit', type: 'boolean', otherwise: true, value: true, ...error('TYPE_MISMATCH') }],
  ['1.3.4 another type', { key: 'sale', type: 'string', otherwise: 'x', value: 'x', ...error('TYPE_MISMATCH') }],
  ['1.3.4 another type', { key: 'title', type: 'number', otherwise: 7, value: 7, ...error('TYPE_MISMATCH') }],
  ['1.3.4 another type', { key: 'title', type: 'object', otherwise: {}, value: {}, ...error('TYPE_MISMATCH') }],
  [
    '1.4.6 variant, 1.4.7 reason: of the rule',
    {
      key: 'title',
      type: 'string',
      otherwise: '',
      context: ann,
      value: 'Bonjour',
      variant: 'france',
      reason: 'TARGETING_MATCH',
    },
  ],
  [
    '1.4.7 reason: of no rule',
    { key: 'title', type: 'string', otherwise: '', context: ben, value: 'Hello', reason: 'DEFAULT' },
  ],
  ['1.4.7 reason: without rules', { key: 'json', type: 'string', otherwise: '', value: '{"a":1}', reason: 'STATIC' }],
  ['1.4.8 error code', { key: 'none', type: 'string', otherwise: 'x', value: 'x', ...error('FLAG_NOT_FOUND') }],
  [
    '1.4.8 error code, untyped',
    { key: 'untyped', type: 'string', otherwise: 'x', value: 'x', ...error('FLAG_NOT_FOUND') },
  ],
  [
    '1.4.8 error code, 1.4.10 default value',
    { key: 'button', type: 'string', otherwise: 'x', value: 'x', ...error('TARGETING_KEY_MISSING') },
  ],
]
