import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

const over = (file: string) => ({ SIGNALBOX_STORE: `sqlite:${join(folder, file)}` })
const passwd = (file: string, args: readonly string[], input = '') =>
  start({ args: ['passwd', ...args], env: over(file), input }).ended

/** Logs in. Returns the status and the session cookie. */
async function logIn(url: string, password: string) {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ userId: 'admin', password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
  return {
    status: answer.status,
    Cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '',
    user: await answer.json(),
  }
}

describe('signalbox passwd', () => {
  it('sets a piped password while a server runs, and ends the sessions', async () => {
    const { serving, signal, ended } = start({ env: over('served.db') })
    const url = await serving
    const { Cookie } = await logIn(url, known.adminPassword)
    const me = async () => (await fetch(`${url}/api/me`, { headers: { Cookie } })).status
    expect(await me()).toBe(200)
    // Sets the same password again; sessions must end all the same.
    const same = await passwd('served.db', [], `${known.adminPassword}\n`)
    expect(same).toEqual({
      code: 0,
      stdout: 'The password of admin has been changed. All sessions of admin have ended.\n',
      stderr: '',
    })
    expect(await me()).toBe(401)
    expect(await passwd('served.db', ['admin'], 'quite another one\n')).toMatchObject({ code: 0 })
    expect((await logIn(url, known.adminPassword)).status).toBe(401)
    expect(await logIn(url, 'quite another one')).toMatchObject({
      status: 200,
      user: { temporary: false, admin: true },
    })
    signal('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('generates a password, which must be changed', async () => {
    const first = start({ env: over('generated.db') })
    await first.serving
    first.signal('SIGTERM')
    await first.ended
    const { code, stdout } = await passwd('generated.db', ['--generate'])
    const [, password = ''] =
      /^The password of admin is (\S{24}) and must be changed after the first login\./.exec(stdout) ?? []
    expect(code).toBe(0)
    const second = start({ env: over('generated.db') })
    const url = await second.serving
    expect(await logIn(url, password)).toMatchObject({ status: 200, user: { temporary: true } })
    expect((await logIn(url, known.adminPassword)).status).toBe(401)
    second.signal('SIGTERM')
    expect((await second.ended).stderr).toContain(
      'Warning: SIGNALBOX_ADMIN_PASSWORD has no effect, because users already exist',
    )
    const refusals: [args: string[], input: string, sentence: string][] = [
      [['nobody'], '', 'User nobody does not exist: the users are admin'],
      [['admin'], 'short\n', 'The password has 5 characters: use 12 to 1024 characters'],
      [['admin'], '', 'Standard input has no password'],
    ]
    for (const [args, input, sentence] of refusals)
      expect(await passwd('generated.db', args, input)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(sentence),
      })
  })

  it('is rejected for a store without users and for memory', async () => {
    const { code, stderr } = await passwd('empty.db', ['--generate'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('There are no users yet: start the server once')])
    const memory = await start({ args: ['passwd'], env: { SIGNALBOX_STORE: 'memory:' } }).ended
    expect(memory.stderr).toContain('the users of memory: exist only in the running server')
  })
})

describe('a start', () => {
  it('on a port in use creates no user and prints no password', async () => {
    const { serving } = start()
    const PORT = new URL(await serving).port
    const env = { ...over('taken.db'), PORT, SIGNALBOX_ADMIN_PASSWORD: '' }
    const { code, stdout } = await start({ env }).ended
    expect([code, stdout]).toEqual([1, ''])
    const { code: second, stdout: told } = await start({ args: ['passwd', '--generate'], env: over('taken.db') }).ended
    expect([second, told]).toEqual([1, ''])
  })

  it('prints the generated password', async () => {
    const { serving, signal, ended } = start({ env: { SIGNALBOX_ADMIN_PASSWORD: '' } })
    const url = await serving
    signal('SIGTERM')
    const { stdout } = await ended
    expect(stdout).toMatch(/^First start: log in as admin with the password \S{24}$/m)
    expect(stdout).toContain(`Signalbox serves ${url}`)
  })
})
