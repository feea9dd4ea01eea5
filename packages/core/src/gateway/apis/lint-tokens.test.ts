import { describe, expect, it } from 'vitest'
import type { ApiDefinition } from './api.ts'
import { tokensForOthers } from './lint-tokens.ts'

const apiWith = (access_mode_configuration_type: string, access_mode_configuration?: object) =>
  ({
    id: 'shop',
    documentation: { plans: [{ id: 'gold', access_mode_configuration_type, access_mode_configuration }] },
  }) as unknown as ApiDefinition

describe('a plan for tokens of another server', () => {
  it('is reported if it accepts tokens of any issuer for any audience', () => {
    const api = apiWith('oauth2-remote', { jwksUrl: 'https://id.example/keys' })
    expect(tokensForOthers({ api })).toEqual([
      [
        '/documentation/plans/0/access_mode_configuration',
        'The plan gold accepts all tokens of the server, also those for other APIs: set audience or issuer',
      ],
    ])
  })

  it.each([
    ['has an audience', 'oauth2-remote', { audience: 'shop' }],
    ['has an issuer', 'oauth2-remote', { issuer: 'https://id.example' }],
    ['is of another access mode', 'apikey', {}],
  ])('is not reported if it %s', (_, mode, config) => {
    expect(tokensForOthers({ api: apiWith(mode, config) })).toEqual([])
  })
})
