import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { start } from './fixtures/command.fixture.ts'
import { call } from './fixtures/known.fixture.ts'
import { settingNames, variableOf } from './settings/settings.ts'

/** Creates a folder with these files for the duration of the test. */
async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return path
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const feature = { id: 'a:b', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } }

describe('signalbox', () => {
  it('serves features, configs and health, and ends by SIGTERM', async () => {
    const { serving, signal, ended } = start()
    const url = await serving
    expect(await (await call(`${url}/api/_health`)).json()).toMatchObject({
      status: 'up',
      version: packageJson.version,
    })
    expect((await call(`${url}/api/features`, json(feature))).status).toBe(201)
    const check = await call(`${url}/api/features/a:b/check`, json({ id: 'user-1' }))
    expect(await check.json()).toEqual({ active: true })
    expect((await call(`${url}/api/configs`, json({ id: 'a:b', value: { c: 1 } }))).status).toBe(201)
    expect(await (await call(`${url}/api/tree/configs`)).json()).toEqual({ a: { b: { c: 1 } } })
    expect((await call(`${url}/api/nothing`)).status).toBe(404)
    signal('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect(code).toBe(0)
    const [serves, open, gateway, ...rest] = stdout.replace(/^Signalbox (listens|is starting).*\n/gm, '').split('\n')
    expect([serves, open, rest]).toEqual([
      `Signalbox serves ${url}`,
      'Open this address in a browser for the dashboard.',
      [`The portal serves ${url}/portal`, ''],
    ])
    expect(gateway).toMatch(/^The gateway serves published APIs on http:\/\/127\.0\.0\.1:\d+$/)
    expect(stderr).toMatch(/^Warning: Records are kept in memory.*\n$/)
  })

  it('does not warn of memory in development', async () => {
    const { serving, signal, ended } = start({ env: { SIGNALBOX_MODE: 'development' } })
    await serving
    signal('SIGINT')
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([0, ''])
  })

  it('prints all settings with --help, and its version with --version', async () => {
    const help = await start({ args: ['--help'] }).ended
    expect(help.code).toBe(0)
    for (const name of settingNames) expect(help.stdout).toContain(`  ${variableOf(name)} (${name})\n`)
    const version = await start({ args: ['--version'] }).ended
    expect(version).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  })

  it('is run by npm start, which forwards SIGTERM', async () => {
    const cwd = fileURLToPath(new URL('../../..', import.meta.url))
    const { serving, signal, ended } = start({ program: ['npm', 'start'], cwd })
    expect((await call(`${await serving}/api/_health`)).status).toBe(200)
    signal('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('fails when its port is in use', async () => {
    const PORT = new URL(await start().serving).port
    const { code, stdout, stderr } = await start({ env: { PORT } }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`Port ${PORT} of 127.0.0.1 is in use`)
  })
})

describe('settings of the command', () => {
  it('that are invalid stop the start, and all are named', async () => {
    const env = { PORT: 'http', HOST: 'here', SIGNALBOX_STORE: 'mysql://me:hunter2@db', SIGNALBOX_BODYLIMIT: '1' }
    const { code, stdout, stderr } = await start({ env }).ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toEqual([
      'Warning: SIGNALBOX_BODYLIMIT is an unknown setting and has no effect (did you mean SIGNALBOX_BODY_LIMIT?).',
      'PORT is invalid: expected a whole number from 0 to 65535, not "http".',
      'HOST is invalid: expected an IP address or localhost, not "here".',
      'SIGNALBOX_STORE is invalid: expected ./FILE.db, sqlite:FILE, memory: or postgres://USER:PASSWORD@HOST/DATABASE.',
      'Signalbox did not start. `signalbox --help` lists all settings.',
    ])
  })

  it.each([
    ['signalbox.config.json', '{"bodyLimit": 2000, "timeZone": "Asia/Tokyo"}'],
    ['signalbox.config.yaml', 'bodyLimit: 2000 # bytes\ntimeZone: Asia/Tokyo\n'],
    ['signalbox.config.yml', 'bodyLimit: 2000'],
  ])('are read from %s, and the environment has precedence', async (name, text) => {
    const cwd = await folder({ [name]: text })
    const long = json({ ...feature, description: 'x'.repeat(2000) })
    expect((await call(`${await start({ cwd }).serving}/api/features`, long)).status).toBe(413)
    const env = { SIGNALBOX_BODY_LIMIT: '4000' }
    expect((await call(`${await start({ cwd, env }).serving}/api/features`, long)).status).toBe(201)
  })

  it('are read from the file that --config names', async () => {
    const cwd = await folder({ 'signalbox.config.json': '{"port": "wrong"}', 'mine.yaml': 'mode: development' })
    const { serving, signal, ended } = start({ cwd, args: ['--config', 'mine.yaml'] })
    await serving
    signal('SIGTERM')
    expect((await ended).stderr).not.toContain('memory')
  })

  it.each([
    [
      'a typo',
      { 'signalbox.config.json': '{"potr": 1}' },
      'potr in signalbox.config.json is an unknown setting (did you mean port?)',
    ],
    ['what is not JSON', { 'signalbox.config.json': '{"store": "hunter2"' }, 'signalbox.config.json is not JSON'],
    [
      'a name twice',
      { 'signalbox.config.json': '{"port": 1, "port": 2}' },
      'signalbox.config.json is not JSON: Map keys',
    ],
    ['what is not YAML', { 'signalbox.config.yaml': 'store: memory:' }, 'signalbox.config.yaml is not YAML'],
    [
      'a list',
      { 'signalbox.config.yaml': '- port' },
      'signalbox.config.yaml must contain settings by name, such as port: 9000',
    ],
    ['two files', { 'signalbox.config.json': '{}', 'signalbox.config.yml': '' }, 'Both signalbox.config.json and'],
  ])('in a config file: %s stops the start', async (_, files, sentence) => {
    const { code, stderr } = await start({ cwd: await folder(files) }).ended
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('hunter2')
  })

  it('in an empty file are none', async () => {
    await start({ cwd: await folder({ 'signalbox.config.yaml': '' }) }).serving
  })

  it.each([
    ['help', '--help'],
    ['version', '--version'],
  ])('the word %s means %s', async (word, option) => {
    const [one, other] = await Promise.all([word, option].map((arg) => start({ args: [arg] }).ended))
    expect([one?.code, one?.stdout]).toEqual([0, other?.stdout])
  })

  it.each([
    [
      ['--config', 'absent.json'],
      'The config file absent.json cannot be read: there is no such file or folder; pass the path',
    ],
    [
      ['--prot', '80'],
      'does not take the option --prot: the setting port is set by the variable PORT, or in the config',
    ],
    [
      ['--port', '80'],
      'does not take the option --port: the setting port is set by the variable PORT, or in the config',
    ],
    [['--confg', 'a.json'], 'signalbox does not take the option --confg (did you mean --config?)'],
    [['start'], 'start is not a command; the commands are export, import, '],
    [['migrat'], 'migrat is not a command (did you mean migrate?); the commands are '],
    [['--config'], "Option '--config <value>' argument missing"],
  ])('by arguments %j stop the start', async (args, sentence) => {
    const { code, stderr } = await start({ args, cwd: await folder({}) }).ended
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  })
})
