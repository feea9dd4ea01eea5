import { createSignalbox, memoryStore } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { type ErrorBody, errorOf, mounted } from './mounted.fixture.ts'

// Whatever would take exponential time, or one stack frame a level, fails these tests by their time limit.

const leaf = { attribute: 'country', operator: 'is', value: 'FR' }
const nested = (levels: number): object => (levels === 1 ? leaf : { not: nested(levels - 1) })
const matches = (value: string) => ({ attribute: 'a', operator: 'matches', value })
const rules = (...list: readonly unknown[]) => ({ activationStrategy: 'RULES', parameters: { rules: list } })
const feature = (id: string, members: object) => ({ id, enabled: true, ...members })

/** The status of an error response, and the codes of its problems by place. */
async function problemsOf(response: Response) {
  const { status, fieldErrors }: ErrorBody = await errorOf(response)
  const codes = Object.entries(fieldErrors).map(([place, list]) => [place, list.map(({ message }) => message)])
  return [response.status, status, Object.fromEntries(codes)]
}

const hostile: [string, unknown, Readonly<Record<string, readonly string[]>>][] = [
  ['nested too deep', nested(17), { ['/not'.repeat(16)]: ['error.depth'] }],
  ['with too many parts', { any: Array(1001).fill(leaf) }, { '': ['error.leaves'] }],
  [
    'with too many values',
    { ...leaf, value: undefined, values: Array(10_001).fill('x') },
    { '/values': ['error.items.maximum'] },
  ],
  ['with an unknown operator', { all: [leaf, { ...leaf, operator: 'equals' }] }, { '/all/1/operator': ['error.enum'] }],
  ['with an operator of every object', { ...leaf, operator: 'constructor' }, { '/operator': ['error.enum'] }],
  [
    'with a member of every object',
    JSON.parse('{"__proto__":{"all":[]}}'),
    { '': ['error.required.any'], '/__proto__': ['error.unknown.field'] },
  ],
  ['of two forms', { segment: 'a', all: [] }, { '': ['error.required.one'] }],
  ['that is a text', 'country is FR', { '': ['error.type'] }],
  ['that is a list', [leaf], { '': ['error.type'] }],
  ['with a text for a list', { all: 'leaf' }, { '/all': ['error.type'] }],
  ['with an object for a value', { ...leaf, value: {} }, { '/value': ['error.type'] }],
  ['with a number for a time zone', { time: { days: ['MO'], timezone: 1 } }, { '/time/timezone': ['error.type'] }],
  [
    'with a version that is none',
    { attribute: 'v', operator: 'versionIs', values: ['1', '1.'.repeat(5000)] },
    { '/values/1': ['error.version'] },
  ],
  ['with a regular expression that refers back', matches('(a+)\\1'), { '/value': ['error.pattern.invalid'] }],
  ['with a regular expression of nested counts', matches('((a{9}){9}){99}'), { '/value': ['error.pattern.invalid'] }],
  ['with a regular expression of too many steps', matches('(\\pL{20}){50}'), { '/value': ['error.pattern.size'] }],
  ['with a regular expression that is too long', matches('(a*)*'.repeat(52)), { '/value': ['error.length.maximum'] }],
]

describe.each(hostile)('a condition %s', (_, when, expected) => {
  const at = (place: string) =>
    Object.fromEntries(Object.entries(expected).map(([pointer, codes]) => [place + pointer, codes]))

  it('is answered by 400 with its place, in segments and in rules, whether they are created or patched', async () => {
    const { call } = mounted()
    await call('POST', '/api/segments', { json: { id: 'old' } })
    await call('POST', '/api/features', { json: feature('old', rules()) })
    const inRules = rules({ when: leaf }, { when })
    expect(await problemsOf(await call('POST', '/api/segments', { json: { id: 's', when } }))).toEqual([
      400,
      400,
      at('/when'),
    ])
    expect(await problemsOf(await call('PATCH', '/api/segments/old', { json: { when } }))).toEqual([
      400,
      400,
      at('/when'),
    ])
    for (const response of [
      await call('POST', '/api/features', { json: feature('f', inRules) }),
      await call('PATCH', '/api/features/old', { json: inRules }),
    ])
      expect(await problemsOf(response)).toEqual([400, 400, at('/parameters/rules/1/when')])
  })

  it('is a line that an upload rejects', async () => {
    const { call } = mounted()
    const body = [{ id: 'fine' }, { id: 's', when }].map((line) => JSON.stringify(line)).join('\n')
    const response = await call('POST', '/api/segments.ndjson', {
      body,
      headers: { 'Content-Type': 'application/x-ndjson' },
    })
    const { success, errors } = (await response.json()) as { success: number; errors: ErrorBody }
    expect([success, Object.keys(errors.fieldErrors).sort()]).toEqual([1, Object.keys(at('/2/when')).sort()])
  })
})

describe('rules of the wrong kind', () => {
  it.each<[string, unknown, string, string]>([
    ['no list', { all: [] }, '', 'error.type'],
    ['too many', Array(1001).fill({}), '', 'error.items.maximum'],
    ['a text', ['staff'], '/0', 'error.type'],
    ['a null condition', [{}, { when: null }], '/1/when', 'error.type'],
    ['a share above 100', [{ percentage: 101 }], '/0/percentage', 'error.maximum'],
    ['a share in words', [{ percentage: 'half' }], '/0/percentage', 'error.type'],
    ['an unknown member', [{ where: leaf }], '/0/where', 'error.unknown.field'],
    ['an empty attribute', [{ by: '' }], '/0/by', 'error.length.minimum'],
  ])('(%s) are answered by 400 with their place', async (_, list, place, message) => {
    const { call } = mounted()
    const body = feature('f', { activationStrategy: 'RULES', parameters: { rules: list } })
    expect(await problemsOf(await call('POST', '/api/features', { json: body }))).toEqual([
      400,
      400,
      { [`/parameters/rules${place}`]: [message] },
    ])
  })
})

describe('references that form a cycle', () => {
  const put = (call: ReturnType<typeof mounted>['call'], id: string, when: object) =>
    call('PUT', `/api/segments/${id}`, { json: { id, when } })

  it('over features and segments are answered by 400 with the place of the condition', async () => {
    const { call } = mounted()
    await call('POST', '/api/segments', { json: { id: 's', when: { feature: 'f' } } })
    const inRules = rules({ when: leaf }, { when: { not: { any: [{ segment: 's' }] } } })
    expect(await problemsOf(await call('POST', '/api/features', { json: feature('f', inRules) }))).toEqual([
      400,
      400,
      { '/parameters/rules/1/when': ['error.reference.cycle'] },
    ])
  })

  /** A box that holds a chain of 5,000 segments, as an earlier version could store, and a feature at its beginning. */
  async function withLongChain(last: object) {
    const store = memoryStore()
    const segments = Array.from({ length: 5000 }, (_, i) => ({ id: `s${i}`, when: { segment: `s${i + 1}` } }))
    const stored = (collection: string) => (value: { readonly id: string }) =>
      ({ op: 'put', collection, key: value.id, value, expected: null }) as const
    await store.commit(
      [
        ...[...segments, { id: 's5000', ...last }].map(stored('segments')),
        stored('features')(feature('long', rules({ when: { segment: 's0' } }))),
      ],
      [],
    )
    const box = createSignalbox({ store })
    await box.ready()
    return mounted({ box })
  }

  it('of thousands of segments are answered by 400 with a short message', async () => {
    const { call } = await withLongChain({})
    const response = await put(call, 's5000', { segment: 's0' })
    const { detail, fieldErrors } = await errorOf(response)
    expect([response.status, Object.keys(fieldErrors)]).toEqual([400, ['/when']])
    expect(detail).toContain('segment s5000 → segment s0 → ')
    expect(detail).toContain(' → 4982 more → ')
    expect(detail.length).toBeLessThan(1000)
  })

  it('and long chains do not break evaluations of anything', async () => {
    const { call } = await withLongChain({ included: ['ann'] })
    await call('POST', '/api/features', { json: feature('short', rules({ when: { segment: 's4990' } })) })
    const response = await call('POST', '/api/tree/features', { json: { id: 'ann' } })
    expect(await response.json()).toEqual({ long: { active: false }, short: { active: true } })
    const tested = await call('POST', '/api/segments/s0/_test', { json: { id: 'ann' } })
    expect(await tested.json()).toMatchObject({ in: false, trace: { unresolved: true } })
  })
})

it.each(['^(a+)+$', '(a|a)*$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
  'the expression %s is matched in linear time',
  async (value) => {
    const { call } = mounted()
    await call('POST', '/api/features', { json: feature('f', rules({ when: matches(value) })) })
    const a = `${'a'.repeat(20_000)}!`
    const response = await call('POST', '/api/features/f/check', { json: { id: 'ann', a } })
    expect([response.status, await response.json()]).toEqual([200, { active: value === '(a|a)*$' }])
  },
)
