import { isDeepStrictEqual } from 'node:util'
import type { SignalboxApi } from '@signalbox/core/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from './collect.ts'
import { createTestBox } from './create-test-box.ts'
import { wholeApi } from './gateway.fixture.ts'

type Body = Parameters<SignalboxApi['apis']['create']>[0]['body']
const anyApi = wholeApi.map((api) => JSON.parse(JSON.stringify(api)) as Body)

describe('an API that is written', () => {
  it('is returned equal by every operation, with the order of open values', async () => {
    await fc.assert(
      fc.asyncProperty(anyApi, async (sent) => {
        const { box } = createTestBox()
        const id = sent.id as string
        const created = await box.apis.create({ body: sent })
        expect(created).toMatchObject({ ...sent, deployments: [] })
        const { deployments: _none, ...whole } = created
        expect(JSON.stringify(created.metadata)).toBe(JSON.stringify(sent.metadata))
        expect(await box.apis.get({ id })).toEqual(created)
        expect((await box.apis.list()).results).toEqual([created])
        expect(await collect(await box.apis.export())).toEqual([whole])
        expect(await box.apis.replace({ id, body: sent })).toEqual(created)
        expect(await box.apis.draft.get({ id })).toEqual(created)
      }),
      { numRuns: 40 },
    )
  })

  it('and replaced equals the new API; the diff is empty exactly if both are equal', async () => {
    await fc.assert(
      fc.asyncProperty(anyApi, anyApi, async (one, drawn) => {
        const other = withStatusesOf(one, drawn)
        const { box } = createTestBox()
        const id = one.id as string
        await box.apis.create({ body: one })
        const a = await box.apis.deployments.create({ id, body: {} })
        await box.apis.draft.replace({ id, body: { ...other, id } })
        const { changes } = await box.apis.draft.diff({ id })
        const b = await box.apis.deployments.create({ id, body: {} })
        const { state: _state, versions: _versions, ...published } = b.apiDefinition as Body
        const { state: _sent, versions: _others, ...expected } = { ...other, id }
        expect(published).toMatchObject(expected)
        const between = await box.apis.deployments.diff({ id, a: a.id, b: b.id })
        expect(undated(between.changes)).toEqual(undated(changes))
        expect(changes.length === 0).toBe(same(a.apiDefinition, b.apiDefinition))
        expect(await box.apis.deployments.diff({ id, a: b.id, b: b.id })).toEqual({ changes: [] })
      }),
      { numRuns: 40 },
    )
  })
})

/** Without the times of deprecation, which begin with a publication. */
const undated = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === 'deprecated_at' ? undefined : member)))

/** The second API, with each plan in the status of the first: not every plan status can change to every other. */
function withStatusesOf({ documentation: known }: Body, api: Body): Body {
  const { plans } = api.documentation ?? {}
  if (!plans) return api
  const kept = plans.map((plan) => {
    const { status: _drawn, ...rest } = plan
    const found = known?.plans?.find(({ id }) => id === plan.id)
    if (!found) return plan
    return found.status === undefined ? rest : { ...plan, status: found.status }
  }) as typeof plans
  return { ...api, documentation: { ...api.documentation, plans: kept } }
}

function same(a: unknown, b: unknown): boolean {
  const plain = ({ versions: _versions, ...rest }: Body) => rest
  return isDeepStrictEqual(plain(a as Body), plain(b as Body))
}
