import { describe, expect, it } from 'vitest'
import { testBox } from '../callers/access.fixture.ts'
import type { BackendStatus } from './backend-status.ts'
import type { DataPlane } from './data-plane.ts'

const status = (members: Partial<BackendStatus>): BackendStatus => ({
  api: 'shop',
  draft: false,
  backend: 'main',
  stored: false,
  isPanicking: false,
  targets: [
    {
      ...{ target: 'main.local:80', hostname: 'main.local', port: 80, state: 'unhealthy', why: '503', since: 7 },
      ...{ inFlight: 2, weight: 1, backup: false },
    },
  ],
  ...members,
})
const all = [status({}), status({ backend: 'search', stored: true }), status({ api: 'other' })]

function openBox() {
  const box = testBox()
  const attach = (id: string, backends?: () => readonly BackendStatus[], told?: Pick<DataPlane, 'decision'>) =>
    box.gatewaySource.attach?.({
      status: () => ({ id, state: 'fresh', revision: 7, routes: 1, since: 0, notes: [] }),
      explain: () => {
        throw new Error('not called')
      },
      ...(backends && { backends }),
      ...told,
    })
  return { box, attach }
}

describe('the backends of data planes', () => {
  it('are listed with the data plane that judges them', async () => {
    const { box, attach } = openBox()
    attach('one', () => all)
    attach('silent')
    attach('two', () => [status({ isPanicking: true })])
    expect((await box.gateway.backends()).results).toEqual([
      ...all.map((one) => ({ plane: 'one', ...one })),
      { plane: 'two', ...status({ isPanicking: true }) },
    ])
  })

  it.each<[patterns: { pattern: string; domains: ('Api' | 'Backend')[] }[], seen: string[]]>([
    [[{ pattern: '*', domains: ['Api'] }], ['shop main', 'other main']],
    [[{ pattern: 'shop', domains: ['Api'] }], ['shop main']],
    [
      [
        { pattern: 'shop', domains: ['Api'] },
        { pattern: 'search', domains: ['Backend'] },
      ],
      ['shop main', 'shop search'],
    ],
    [[{ pattern: 'none', domains: ['Api', 'Backend'] }], []],
  ])('are those whose API the caller may read, and the stored ones that they may read: %j', async (patterns, seen) => {
    const { box, attach } = openBox()
    attach('one', () => all)
    const { results } = await box.as({ id: 'ann', authorizedPatterns: patterns }).gateway.backends()
    expect(results.map(({ api, backend }) => `${api} ${backend}`)).toEqual(seen)
  })
})

describe('the decision about a request', () => {
  const decision = { id: 'r1', route: 'shop:all', api: 'shop', revision: 7, status: 200, plan: 'gold', ms: 1 }

  it('is that of the data plane that served it', async () => {
    const { box, attach } = openBox()
    attach('silent')
    attach('one', undefined, { decision: (id) => (id === 'r1' ? decision : undefined) })
    expect(await box.gateway.decision({ requestId: 'r1' })).toEqual(decision)
    await expect(box.gateway.decision({ requestId: 'r2' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('admin port'),
    })
  })

  it('is hidden from callers who may not read the API', async () => {
    const { box, attach } = openBox()
    attach('one', undefined, { decision: () => decision })
    const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'other', domains: ['Api'] }] })
    expect(await ann.gateway.decision({ requestId: 'r1' })).toEqual({
      ...{ id: 'r1', route: 'hidden', revision: 7, status: 200, ms: 1 },
    })
  })
})
