import { createSignalbox, type Signalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { importFlags } from './import-flags.ts'
import { reportLines } from './report-lines.ts'
import type { VendorName } from './vendors.ts'

function openBox() {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  return box
}

async function allFeatures(box: Signalbox): Promise<object[]> {
  const features: object[] = []
  for await (const feature of await box.features.export()) features.push(feature)
  return features
}

const flag = (name: string, more: object = {}) => ({ name, enabled: true, strategies: [{ name: 'default' }], ...more })
const textOf = (...features: object[]) => JSON.stringify({ version: 2, features })
const two = textOf(flag('first'), flag('second'))
const none = { created: 0, replaced: 0, kept: 0, failed: 0 }

describe('an import of flags', () => {
  it('writes nothing in a dry run', async () => {
    const box = openBox()
    const report = await importFlags(box, { from: 'unleash', text: two, dryRun: true })
    expect(report).toMatchObject({ features: { ...none, created: 2 }, written: false, failures: [] })
    expect(await allFeatures(box)).toEqual([])
    expect(reportLines(report, 'Unleash').at(-1)).toBe('Nothing was written, because this was a dry run')
  })

  it('names records that it replaces although they are not of this flag, unless they are kept', async () => {
    const box = openBox()
    await box.features.create({ body: { id: 'first', enabled: false, activationStrategy: 'NO_STRATEGY' } })
    const found = (await importFlags(box, { from: 'unleash', text: two, dryRun: true })).findings
    expect(found).toContainEqual({
      flag: 'first',
      what: 'the feature first exists and was not imported from it',
      instead: 'it is replaced; pass --keep to leave it unchanged',
      severity: 'changed',
    })
    const { findings, features } = await importFlags(box, { from: 'unleash', text: two, keep: true })
    expect([findings.filter(({ what }) => what.includes('exists')), features.kept]).toEqual([[], 1])
    expect(await box.features.get({ id: 'first' })).toMatchObject({ enabled: false })
  })

  it('refuses flags of Unleash without strategies, which would be on for everybody', async () => {
    const text = JSON.stringify({
      version: 1,
      features: [{ name: 'beta', environments: [{ name: 'prod', enabled: false }] }],
    })
    await expect(importFlags(openBox(), { from: 'unleash', text })).rejects.toThrow(
      'the feature beta has no list strategies, without which it would be on for everybody',
    )
  })

  it.each([
    ['flagd', { environment: 'prod' }, 'An export of flagd has no environment to choose: omit --environment'],
    ['launchdarkly', { project: 'shop' }, 'An export of LaunchDarkly has no project to choose: omit --project'],
    ['unleash', { environment: 'prod' }, 'The file has the state of one environment: omit --environment'],
  ] as const)('of %s refuses what it cannot choose: %o', async (from, chosen, message) => {
    await expect(importFlags(openBox(), { from, text: two, ...chosen })).rejects.toThrow(message)
  })

  it.each([
    ['unleash', `{"version":2,"features":[${JSON.stringify(flag('a', { extra: 'B' }))}]}`, '/features/0/extra'],
    ['flagd', '{"flags":{"a":{"state":"ENABLED","variants":{"x":"B"},"defaultVariant":"x"}}}', '/flags/a/variants/x'],
    ['growthbook', '{"features":{"a":{"defaultValue":"B"}}}', '/features/a/defaultValue'],
    ['launchdarkly', '{"flags":{"a":{"key":"a","variations":["B"]}}}', '/flags/a/variations/0'],
  ] as const)('of %s refuses integers that lose digits, by pointer', async (from, text, pointer) => {
    const importing = importFlags(openBox(), { from, text: text.replace('"B"', '12345678901234567890'), dryRun: true })
    await expect(importing).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining(`The integer at ${pointer} would lose digits`),
    })
  })

  it('changes nothing when repeated', async () => {
    const box = openBox()
    await importFlags(box, { from: 'unleash', text: two })
    const before = await allFeatures(box)
    const { features, written } = await importFlags(box, { from: 'unleash', text: two })
    expect([features, written]).toEqual([{ ...none, replaced: 2 }, true])
    expect(await allFeatures(box)).toEqual(before)
  })

  it('leaves existing records unchanged with keep', async () => {
    const box = openBox()
    await importFlags(box, { from: 'unleash', text: textOf(flag('first', { enabled: false })) })
    const { features } = await importFlags(box, { from: 'unleash', text: two, keep: true })
    expect(features).toEqual({ ...none, created: 1, kept: 1 })
    expect([box.isActive('first', {}), box.isActive('second', {})]).toEqual([false, true])
  })

  it.each<[VendorName, string]>([
    ['unleash', 'expected an export of Unleash in JSON'],
    ['flagd', 'expected flag definitions of flagd in JSON'],
    ['launchdarkly', 'LaunchDarkly'],
    ['growthbook', 'GrowthBook'],
  ])('rejects a file that %s did not write', async (from, sentence) => {
    for (const text of ['no json', '[]', '{"trains": 1}'])
      await expect(importFlags(openBox(), { from, text })).rejects.toMatchObject({
        code: 'INVALID',
        message: expect.stringContaining(sentence),
      })
  })
})

it('the report names lost things first, and ends with totals', () => {
  const finding = (name: string, severity: 'lost' | 'changed' | 'info') => ({
    flag: name,
    severity,
    what: `What ${severity}`,
    instead: 'Instead',
  })
  const findings = [
    finding('a', 'info'),
    finding('a', 'changed'),
    finding('b', 'changed'),
    finding('b', 'lost'),
    ...['c', 'd', 'e', 'f', 'g'].map((name) => finding(name, 'info')),
  ]
  const report = { segments: none, features: { ...none, created: 7 }, configs: none, findings, failures: [] }
  expect(reportLines({ ...report, written: true }, 'Unleash')).toEqual([
    'b',
    '  lost: What lost. Instead.',
    '  changed: What changed. Instead.',
    'a',
    '  changed: What changed. Instead.',
    'a, c, d, e, f and 1 more\n  info: What info. Instead.',
    'segments: created 0, replaced 0, kept 0, refused 0',
    'features: created 7, replaced 0, kept 0, refused 0',
    'configs: created 0, replaced 0, kept 0, refused 0',
    'findings for Unleash: lost 1, changed 2, info 6',
  ])
})
