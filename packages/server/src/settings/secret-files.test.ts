import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(content: string): string {
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  return path
}

it.each([
  ['SIGNALBOX_STORE', 'store', 'postgres://signalbox:hunter2@database/signalbox'],
  ['SIGNALBOX_ADMIN_PASSWORD', 'adminPassword', 'a long password'],
  ['SIGNALBOX_GATEWAY_KEY', 'gatewayKey', 'sbxg_edge_word'],
  ['GATEWAY_DOC_RESOURCES_ACCESS_KEY', 'gatewayDocResourcesAccessKey', ' key with spaces '],
] as const)('%s is read from the file of its variable with _FILE', (variable, name, secret) => {
  for (const end of ['', '\n', '\r\n']) {
    const { settings, given, problems, warnings } = readSettings({ [`${variable}_FILE`]: file(secret + end) })
    expect([settings[name], problems, warnings]).toEqual([secret, [], []])
    expect([...given]).toEqual([name])
  }
})

it('a secret in a file belongs to an id in a variable', () => {
  const SIGNALBOX_CLIENT_SECRET_FILE = file('sixteen letters!\n')
  const { settings, problems } = readSettings({ SIGNALBOX_CLIENT_ID: 'me', SIGNALBOX_CLIENT_SECRET_FILE })
  expect([settings.clientSecret, problems]).toEqual(['sixteen letters!', []])
})

it('files that cannot be used stop the start', () => {
  const missing = join(folder, 'missing')
  expect(readSettings({ SIGNALBOX_STORE_FILE: missing }).problems).toEqual([
    `SIGNALBOX_STORE_FILE is invalid: ${missing} cannot be read: there is no such file or folder; name a file with the secret`,
  ])
  const empty = file('\n')
  expect(readSettings({ SIGNALBOX_STORE_FILE: empty }).problems).toEqual([
    `SIGNALBOX_STORE_FILE is invalid: ${empty} is empty; write the secret into it`,
  ])
})

it('a secret that is given twice stops the start', () => {
  const environment = { SIGNALBOX_STORE: 'memory:', SIGNALBOX_STORE_FILE: file('memory:') }
  expect(readSettings(environment).problems).toEqual([
    'SIGNALBOX_STORE and SIGNALBOX_STORE_FILE are both set: set one of them',
  ])
})

it('an invalid secret is not shown', () => {
  const { problems } = readSettings({ SIGNALBOX_STORE_FILE: file('postgers://me:hunter2@db') })
  expect(problems).toEqual([expect.stringContaining('SIGNALBOX_STORE is invalid: expected')])
  expect(problems.join()).not.toContain('hunter2')
})

it('settings that are not secret are not read from files', () => {
  const { warnings, settings } = readSettings({ SIGNALBOX_TIME_ZONE_FILE: file('Europe/Paris') })
  expect(warnings).toEqual([expect.stringContaining('SIGNALBOX_TIME_ZONE_FILE is an unknown setting')])
  expect(settings.timeZone).toBe('UTC')
})

it('an empty variable names no file', () => {
  expect(readSettings({ SIGNALBOX_STORE_FILE: '' })).toMatchObject({ problems: [], warnings: [] })
})
