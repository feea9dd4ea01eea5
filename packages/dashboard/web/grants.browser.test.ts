import { describe, expect, it } from 'vitest'
import type { Grant } from './browser.fixture.ts'
import { open } from './browser.fixture.ts'
import { filledService } from './filled-service.fixture.ts'

interface Caller {
  readonly who: string
  /** Absent: an admin. */
  readonly grants?: readonly Grant[]
  /** The entries of the navigation below Flags. */
  readonly entries: readonly string[]
  /** The rows in the list of features, and whether their levers can be pulled. */
  readonly levers?: Readonly<Record<string, boolean>>
  readonly create?: boolean
}

const lists = ['Features', 'Segments']
const callers: readonly Caller[] = [
  { who: 'an admin', entries: lists, levers: { 'shop:express': true, 'other:express': true }, create: true },
  {
    who: 'a reader',
    grants: [{ pattern: '*', rights: ['R'] }],
    entries: lists,
    levers: { 'shop:express': false, 'other:express': false },
  },
  {
    who: 'an editor of shop:*',
    grants: [{ pattern: 'shop:*' }],
    entries: lists,
    levers: { 'shop:express': true },
    create: true,
  },
  {
    who: 'a reader of all who may pull levers below shop',
    grants: [
      { pattern: '*', rights: ['R'] },
      { pattern: 'shop:*', rights: ['U'], domains: ['Feature'] },
    ],
    entries: lists,
    levers: { 'shop:express': true, 'other:express': false },
  },
  { who: 'an editor of configs', grants: [{ pattern: '*', domains: ['Config'] }], entries: [] },
  { who: 'a user without grants', grants: [], entries: [] },
]

describe.each(callers)('$who', ({ grants, entries, levers, create = false }) => {
  it('sees what the grants allow', async () => {
    const service = await filledService()
    const user = grants ? await service.addUser('ada', grants) : service.admin
    const page = await open(`${service.url}/features`, { as: user })
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1 }).waitFor()
    const flags = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Features|Segments/ })
    expect(await flags.allTextContents()).toEqual(entries)
    if (!levers) return main.getByText('You may not see features').waitFor()
    const switches = main.getByRole('tree').getByRole('switch')
    await expect.poll(() => switches.count()).toBe(Object.keys(levers).length)
    for (const [id, isEnabled] of Object.entries(levers))
      expect([id, await main.getByRole('switch', { name: id }).isEnabled()]).toEqual([id, isEnabled])
    expect(await main.getByRole('button', { name: 'New feature' }).count()).toBe(create ? 1 : 0)
    for (const [id, isEnabled] of Object.entries(levers)) {
      await page.goto(`${service.url}/features/${id}`)
      await main.getByRole('heading', { name: id }).waitFor()
      await main.getByRole('tab', { name: 'Strategy' }).waitFor()
      expect(await main.getByRole('group', { name: 'Strategy' }).count()).toBe(isEnabled ? 1 : 0)
    }
  })
})
