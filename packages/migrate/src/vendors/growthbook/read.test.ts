import { loadPatterns } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { growthBook } from './growthbook.ts'

/** A feature as the REST API returns it. */
const item = {
  id: 'theme',
  description: 'Which colours the shop has',
  owner: 'ann',
  project: 'prj_1',
  tags: ['shop'],
  archived: false,
  valueType: 'string',
  defaultValue: 'light',
  environments: {
    production: {
      enabled: true,
      defaultValue: 'light',
      definition: JSON.stringify({
        defaultValue: 'light',
        rules: [{ condition: { $savedGroup: { id: 'grp_1' } }, force: 'dark' }],
      }),
    },
    dev: { enabled: false, defaultValue: 'light' },
  },
}
const savedGroups = [{ id: 'grp_1', name: 'Staff', type: 'condition', condition: '{"team":"staff"}' }]

describe('features of the REST API of GrowthBook', () => {
  it('have the definition of the chosen environment, and what is known of them', async () => {
    const { ask, converted } = await importInto(growthBook, { features: [item], savedGroups }, 'production')
    expect([ask('theme', { team: 'staff' }), ask('theme', {})]).toEqual(['dark', 'light'])
    expect(converted.segments).toEqual([
      {
        id: 'grp_1',
        description: 'Staff',
        metadata: { importedFrom: { product: 'growthbook', key: 'grp_1' } },
        when: { attribute: 'team', operator: 'is', value: 'staff' },
      },
    ])
    expect(converted.configs).toEqual([
      {
        id: 'theme',
        description: 'Which colours the shop has',
        tags: ['shop'],
        metadata: { importedFrom: { product: 'growthbook', key: 'theme', maintainer: 'ann' }, project: 'prj_1' },
        type: 'string',
        value: 'light',
        rules: [{ name: 'dark', when: { segment: 'grp_1' }, value: 'dark' }],
      },
    ])
  })

  it('that are off have no value', async () => {
    const { ask, converted } = await importInto(growthBook, { features: [item] }, 'dev')
    expect(ask('theme', { id: 'ann' })).toBe(null)
    expect(converted.findings.map(({ what }) => what)).toEqual(['The feature is off'])
  })

  it('are those of one project, if a project is chosen', async () => {
    const options = { patterns: await loadPatterns(), environment: 'dev', project: 'prj_2' }
    const text = JSON.stringify({ features: [item, { ...item, id: 'other', project: 'prj_2' }] })
    expect(growthBook.convert(text, options).configs.map(({ id }) => id)).toEqual(['other'])
  })
})
