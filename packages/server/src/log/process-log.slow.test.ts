import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@signalbox/test-postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Start, start } from '../fixtures/command.fixture.ts'
import { call, environment } from '../fixtures/known.fixture.ts'

type Line = Readonly<Record<string, unknown>>

const parsed = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

/** What a start says that takes longer than usual. */
const SLOW = /^Signalbox (listens on|starts|is) /

/** Starts the command with a log of JSON. */
function startJson({ env = {}, ...others }: Start = {}) {
  const command = start({ ...others, env: { SIGNALBOX_LOG: 'json', ...env } })
  const lines = () => parsed(command.printed())
  const said = async (pattern: RegExp): Promise<RegExpExecArray> => {
    const find = () => lines().flatMap(({ msg }) => pattern.exec(String(msg)) ?? [])
    await expect.poll(find).not.toEqual([])
    return pattern.exec(String(lines().find(({ msg }) => pattern.test(String(msg)))?.msg)) as RegExpExecArray
  }
  return { ...command, lines, said }
}

describe('the log of the command', () => {
  it('has one line of JSON for each entry, and nothing else', async () => {
    const command = startJson({ env: { SIGNALBOX_LOG_LEVEL: 'debug', SIGNALBOX_GATEWAY_PORT: '0' } })
    const [, url = ''] = await command.said(/^Signalbox serves (\S+)$/)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await command.said(/^The gateway serves published APIs on (\S+)$/)
    command.signal('SIGTERM')
    const { code, stdout, stderr } = await command.ended
    expect([code, stderr]).toEqual([0, ''])
    const lines = parsed(stdout).filter(({ msg }) => !SLOW.test(String(msg)))
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(['level', 'time', 'msg'])
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', expect.stringMatching(/^Records are kept in memory/)],
      ['info', `Signalbox serves ${url}`],
      ['info', expect.stringMatching(/^The gateway serves published APIs on /)],
      ['info', `The portal serves ${url}/portal`],
      ['debug', 'Signalbox stops'],
      ['debug', 'Signalbox has stopped'],
    ])
  })

  it('has the lines of the access logs among its own, all whole, and all of them at the end', async () => {
    const command = startJson({ env: { SIGNALBOX_ACCESS_LOG: 'stdout', SIGNALBOX_GATEWAY_PORT: '0' } })
    const [, url = ''] = await command.said(/^Signalbox serves (\S+)$/)
    const [, gateway = ''] = await command.said(/^The gateway serves published APIs on (\S+)$/)
    const calls = Array.from({ length: 300 }, async (_, i) => {
      await (await call(`${url}/api/features/${i}`)).text()
      await (await fetch(`${gateway}/${'x'.repeat(200)}/${i}`)).text()
    })
    await Promise.all(calls)
    command.signal('SIGTERM')
    const lines = parsed((await command.ended).stdout)
    expect(lines.filter(({ operation }) => operation === 'features.get')).toHaveLength(300)
    expect(lines.filter(({ cause }) => cause === 'errors.service.not.found')).toHaveLength(300)
  })

  it('has a start that fails in one line, without the password of the store', async () => {
    const port = await freePort()
    // Waiting does not help against the file of a certificate that is missing.
    const store = `postgres://ann:canary@127.0.0.1:${port}/signalbox?sslrootcert=/nowhere/ca.pem`
    for (const log of ['json', 'pretty']) {
      const { code, stdout, stderr } = await start({
        env: { SIGNALBOX_LOG: log, SIGNALBOX_STORE: store },
      }).ended
      expect(code).toBe(1)
      expect(stdout + stderr).not.toContain('canary')
      if (log === 'pretty') expect(stderr).toContain(`127.0.0.1:${port}`)
      else
        expect(parsed(stdout)).toMatchObject([
          { level: 'error', msg: expect.stringContaining(`127.0.0.1:${port}`), err: { stack: expect.any(String) } },
        ])
    }
  })

  it('has a start that waits for its store in one entry, without the password of the store', async () => {
    const store = `postgres://ann:canary@127.0.0.1:${await freePort()}/signalbox`
    const command = startJson({ env: { SIGNALBOX_STORE: store } })
    await expect.poll(command.printed).toContain('its store is not available yet')
    command.signal('SIGTERM')
    const { code, stdout, stderr } = await command.ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('canary')
    const msg = expect.stringMatching(
      /^postgres:\/\/127.0.0.1:\d+\/signalbox is not available yet, and is tried again: /,
    )
    expect(parsed(stdout).filter(({ level }) => level === 'error')).toMatchObject([
      { msg, err: { code: 'UNAVAILABLE' } },
    ])
  })

  it('never has the password of the first admin', async () => {
    const { SIGNALBOX_ADMIN_PASSWORD: _, ...env } = environment
    const command = startJson({ env: { ...env, SIGNALBOX_ADMIN_PASSWORD: '' } })
    await command.said(/^Signalbox serves/)
    command.signal('SIGTERM')
    const { stdout, stderr } = await command.ended
    const [, password = ''] = /^First start: log in as admin with the password (\S+)\n$/.exec(stderr) ?? []
    expect(password.length).toBeGreaterThan(10)
    expect(stdout).not.toContain(password)
    expect(parsed(stdout).length).toBeGreaterThan(0)
  })

  it('can be off; a start that fails still says why', async () => {
    const command = start({ env: { SIGNALBOX_LOG: 'off', SIGNALBOX_ADMIN_PORT: '0', PORT: '0' } })
    const refused = await start({ env: { SIGNALBOX_LOG: 'off', SIGNALBOX_STORE: 'sqlite:/none/a.db' } }).ended
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('/none/a.db')
    expect(command.printed()).toBe('')
  })

  it('leaves sentences about invalid settings as they are', async () => {
    const { code, stdout, stderr } = await startJson({ env: { SIGNALBOX_LOG_LEVEL: 'loud' } }).ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('SIGNALBOX_LOG_LEVEL is invalid: expected debug, info, warn or error, not "loud".')
  })

  it('of a data plane is JSON, too, also with several processes', async () => {
    const silent = createHttpServer((_, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const plane = startJson({
      args: ['gateway', '--from', `http://127.0.0.1:${port}`],
      env: {
        SIGNALBOX_GATEWAY_KEY: 'sbxg_canarycanary',
        SIGNALBOX_GATEWAY_PORT: '0',
        SIGNALBOX_GATEWAY_WORKERS: '2',
        SIGNALBOX_ADMIN_PORT: '0',
      },
    })
    await plane.said(/^The gateway listens on (\S+) and follows/)
    await expect.poll(() => plane.lines().map(({ level }) => level)).toContain('error')
    plane.signal('SIGTERM')
    const { stdout, stderr } = await plane.ended
    expect(stderr).toBe('')
    expect(stdout).not.toContain('canary')
    const levels = parsed(stdout).map(({ level }) => level)
    expect(levels).toEqual(expect.arrayContaining(['info', 'warn', 'error']))
  })

  it('goes on if nobody reads it any more', async () => {
    const command = startJson({ env: { SIGNALBOX_ACCESS_LOG: 'stdout' } })
    const [, url = ''] = await command.said(/^Signalbox serves (\S+)$/)
    command.closeOutput()
    for (let i = 0; i < 100; i++) expect((await call(`${url}/api/features`)).status).toBe(200)
    command.signal('SIGTERM')
    expect((await command.ended).code).toBe(0)
  })
})
