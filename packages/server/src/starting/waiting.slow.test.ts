import { freePort, type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

let postgres: RealPostgres
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off'])
})
afterAll(() => postgres.stop())

const refused = 'The database cannot be reached: check that it is running, and its host and port (ECONNREFUSED)'
const statusOf = async (url: string) => (await fetch(url)).status

/** Kills PostgreSQL until the end of the test, unless it is started before. */
async function withoutPostgres(): Promise<{ comeBack: () => Promise<void> }> {
  await postgres.kill()
  let isBack = false
  const comeBack = async () => {
    if (!isBack) await postgres.restart()
    isBack = true
  }
  onTestFinished(comeBack)
  return { comeBack }
}

it('a server that starts before its PostgreSQL waits for it, says why, and begins as usual when it is there', async () => {
  const { comeBack } = await withoutPostgres()
  const [port, adminPort] = [await freePort(), await freePort()]
  const env = {
    SIGNALBOX_STORE: postgres.url,
    PORT: String(port),
    SIGNALBOX_ADMIN_PORT: String(adminPort),
    SIGNALBOX_GATEWAY_PORT: '0',
    SIGNALBOX_ADMIN_PASSWORD: '',
  }
  const { serving, printed, errors } = start({ env })
  await expect.poll(errors).toContain(`is not available yet, and is tried again: ${refused}`)
  const admin = `http://127.0.0.1:${adminPort}`
  expect(await statusOf(`${admin}/live`)).toBe(200)
  for (const path of ['/startup', '/ready']) {
    const response = await fetch(admin + path)
    const reason = expect.stringMatching(/^postgres:\/\/127.0.0.1:\d+\/postgres: The database cannot be reached/)
    expect([response.status, await response.json()]).toMatchObject([503, { phase: 'away', reason }])
  }
  await expect.poll(printed).toContain('its store is not available yet')
  const metrics = async () => (await fetch(`${admin}/metrics`)).text()
  expect(await metrics()).toMatch(/^signalbox_started 0$/m)

  await comeBack()
  const url = await serving
  await expect.poll(() => statusOf(`${admin}/ready`)).toBe(200)
  expect((await call(`${url}/api/features`)).status).toBe(200)
  expect(await metrics()).toMatch(/^signalbox_started 1$/m)
  expect(printed()).toMatch(/^postgres:\/\/127.0.0.1:\d+\/postgres is available after \d+ seconds$/m)
  expect(printed()).toMatch(/^First start: log in as admin with the password \S+$/m)
  expect(printed().match(/its store is not available yet/g)).toHaveLength(1)
  expect(errors().match(/is tried again/g)).toHaveLength(1)
  expect(errors() + printed()).not.toContain(`:${new URL(postgres.url).password}@`)
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends a server that waits with 0, and one line says why it waited',
  async (name) => {
    await withoutPostgres()
    const { signal, errors, printed, ended } = start({ env: { SIGNALBOX_STORE: postgres.url } })
    await expect.poll(errors).toContain('is tried again')
    signal('SIGHUP')
    await expect.poll(printed).toContain('SIGHUP reads certificates and opens log files again')
    signal(name)
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  },
)

it('other commands fail at once with one line', async () => {
  await withoutPostgres()
  for (const args of [['export'], ['migrate'], ['passwd', 'admin']]) {
    const { code, stderr } = await start({ args, env: { SIGNALBOX_STORE: postgres.url }, input: 'password\n' }).ended
    expect([args, code, stderr.trim()]).toEqual([
      args,
      1,
      expect.stringMatching(/^postgres:\S+: The database cannot be reached.*\(ECONNREFUSED\)$/),
    ])
  }
})
