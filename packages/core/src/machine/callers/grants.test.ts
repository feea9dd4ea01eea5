import { describe, expect, it } from 'vitest'
import { type AuthorizedPatterns, type Domain, type Right, toCaller } from '../../index.ts'
import { codeOf, testBox } from './access.fixture.ts'
import { may } from './caller.ts'
import { normalizeGrants } from './grants.ts'

const allows = (authorizedPatterns: AuthorizedPatterns | string, right: Right, domain: Domain, key: string) =>
  may(toCaller({ id: 'k', authorizedPatterns }), right, domain, key)

/** The rights that a grant gives on the feature a:x, as letters. */
const letters = (authorizedPatterns: AuthorizedPatterns | string) =>
  (['C', 'R', 'U', 'D'] as const).filter((right) => allows(authorizedPatterns, right, 'Feature', 'a:x')).join('')

describe('rights', () => {
  it.each([
    ['all four when absent', [{ pattern: 'a:*' }], 'CRUD'],
    ['R alone when empty', [{ pattern: 'a:*', rights: [] }], 'R'],
    ['R beside any other', [{ pattern: 'a:*', rights: ['D'] }], 'RD'],
    [
      'the union of grants',
      [
        { pattern: 'a:*', rights: ['C'] },
        { pattern: '*', rights: ['U'] },
      ],
      'CRU',
    ],
    ['none without a grant', [], ''],
    ['none outside the pattern', [{ pattern: 'b:*,a' }], ''],
    ['all four for a text without letters', 'a:*', 'CRUD'],
    ['the letters behind $$$', 'a:*$$$CR,b:*', 'CR'],
    ['R alone for no letters', 'a:*$$$', 'R'],
    ['none for the empty text', '', ''],
  ] satisfies [string, AuthorizedPatterns | string, string][])('are %s', (_, grants, expected) => {
    expect(letters(grants)).toBe(expected)
  })
})

describe('domains', () => {
  const first = ['Experiment', 'ApiKey', 'Config', 'Feature', 'User', 'Script', 'Webhook'] as const
  const gateway = ['Api', 'Subscription', 'ErrorTemplate', 'Backend', 'Workflow', 'Credential'] as const
  const all = [...first, ...gateway]
  const covered = (grant: AuthorizedPatterns[number]) => all.filter((domain) => allows([grant], 'D', domain, 'a'))

  it('are Feature, Config, Experiment and Script when absent', () => {
    expect(covered({ pattern: '*' })).toEqual(['Experiment', 'Config', 'Feature', 'Script'])
  })

  it('are those that are named', () => {
    expect(covered({ pattern: '*', domains: ['Config'] })).toEqual(['Config'])
    expect(covered({ pattern: '*', domains: [] })).toEqual([])
    expect(covered({ pattern: '*', domains: ['*'] })).toEqual(all)
  })
})

describe('an admin', () => {
  it('holds every right on every id of every domain, whatever the patterns', () => {
    const caller = toCaller({ id: 'k', admin: true, authorizedPatterns: 'b:*$$$' })
    expect(may(caller, 'D', 'Webhook', 'a:x')).toBe(true)
  })

  it('requires `admin` to be exactly true', () => {
    const caller = toCaller({ id: 'k', admin: 'false' as unknown as boolean })
    expect(caller.isAdmin).toBe(false)
  })
})

describe('the three spellings', () => {
  it('are stored in one form', async () => {
    const box = testBox()
    const create = async (authorizedPatterns: unknown) =>
      (await box.apiKeys.create({ body: { name: 'k', authorizedPatterns: authorizedPatterns as AuthorizedPatterns } }))
        .authorizedPatterns
    expect(await create('a:*$$$CR, b:*')).toEqual([{ pattern: 'a:*', rights: ['C', 'R'] }, { pattern: 'b:*' }])
    expect(await create('a:*')).toEqual([{ pattern: 'a:*' }])
    expect(await create(['a:*$$$D', { pattern: 'b', domains: ['*'] }])).toEqual([
      { pattern: 'a:*', rights: ['D'] },
      { pattern: 'b', domains: ['*'] },
    ])
    expect(await create(undefined)).toEqual([])
  })

  it('are empty without the member', () => {
    expect(normalizeGrants(undefined)).toBeUndefined()
    expect(toCaller({ id: 'k' }).patterns('R', 'Feature')).toBe('')
  })
})

describe('a grant is rejected', () => {
  it.each([
    ['that excludes', [{ pattern: '!b:*' }]],
    ['that excludes behind a comma', [{ pattern: 'a:*,!b:*' }]],
    ['as a text that excludes', '!b:*'],
    ['as a text that excludes behind another', 'a:*,!b:*'],
    ['with a space in its pattern', [{ pattern: 'a:*, b:*' }]],
    ['with a line end', [{ pattern: 'a:*\n' }]],
    ['with NUL', [{ pattern: 'a\0' }]],
    ['with a dollar sign', [{ pattern: 'a:*$$$CRUD' }]],
    ['without a pattern', [{ rights: ['R'] }]],
    ['with the empty pattern', [{ pattern: '' }]],
    ['of an unknown letter', 'a:*$$$X'],
    ['of a small letter', 'a:*$$$r'],
    ['of letters twice', 'a:*$$$C$$$D'],
    ['of a right that is no letter', [{ pattern: 'a', rights: ['CR'] }]],
    ['of rights in one text', [{ pattern: 'a', rights: 'CR' }]],
    ['of an unknown domain', [{ pattern: 'a', domains: ['Nothing'] }]],
    ['of an unknown member', [{ pattern: 'a', admin: true }]],
    ['that is a number', 7],
    ['that is null', null],
  ])('%s', async (_, authorizedPatterns) => {
    const box = testBox()
    const body = { clientId: 'k', name: 'k', authorizedPatterns: authorizedPatterns as AuthorizedPatterns }
    expect(await codeOf(box.apiKeys.create({ body }))).toBe('INVALID')
    expect(
      await codeOf(box.users.create({ body: { id: 'u', name: 'u', authorizedPatterns: body.authorizedPatterns } })),
    ).toBe('INVALID')
    expect(await box.apiKeys.import({ body: [body] })).toMatchObject({ success: 0 })
    await box.apiKeys.create({ body: { clientId: 'k', name: 'k' } })
    const patch = [{ op: 'replace' as const, path: '/authorizedPatterns', value: authorizedPatterns }]
    expect(await codeOf(box.apiKeys.patch({ id: 'k', body: patch }))).toBe('INVALID')
    expect((await box.apiKeys.get({ id: 'k' })).authorizedPatterns).toEqual([])
  })

  it('in box.as with an exclusion, which throws', () => {
    expect(() => testBox().as({ id: 'k', authorizedPatterns: '!b:*' })).toThrow(TypeError)
    expect(() => testBox().as({ id: 'k', authorizedPatterns: ['a:*', '*,!b'] })).toThrow(/cannot be granted to k/)
  })
})
