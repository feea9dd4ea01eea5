import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificateFor } from '../fixtures/certificates.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'
import { chunk, chunked, connect, head } from '../fixtures/raw.fixture.ts'
import { certificateFiles, tlsClient } from '../fixtures/tls.fixture.ts'

describe('SIGTERM', () => {
  it('exits in time with 0, despite an event stream and a stalled upload', async () => {
    const { serving, signal, ended } = start()
    const url = await serving
    const stream = await call(`${url}/api/events`)
    const stalled = await connect(url)
    stalled.send(head('POST', '/api/features', chunked()) + chunk('{"id":'))
    const finishing = await connect(url)
    const text = JSON.stringify({ id: 'f', value: 1 })
    finishing.send(head('POST', '/api/configs', chunked()) + chunk(text.slice(0, 5)))
    await (await call(`${url}/api/_health`)).text()
    signal('SIGTERM')
    expect(await stream.text()).toBe(': keep-alive\n\n')
    finishing.send(chunk(text.slice(5)) + chunk(''))
    expect(await finishing.until(/"value":1}/)).toMatch(/^HTTP\/1.1 201 /)
    expect((await ended).code).toBe(0)
  })

  it('lets a running import report what was committed, and where it was interrupted', async () => {
    const { serving, signal, ended } = start()
    const url = await serving
    const lines = Array.from({ length: 700 }, (_, i) => `${JSON.stringify({ id: `c${i}`, value: i })}\n`)
    const upload = await connect(url)
    upload.send(head('POST', '/api/configs.ndjson', chunked('application/nd-json')) + chunk(lines.join('')))
    await expect.poll(async () => (await call(`${url}/api/counts/configs`)).text()).toBe('{"count":500}')
    signal('SIGTERM')
    const answer = await upload.until(/error.interrupted[^}]*}/)
    const [, success] = /"success":(\d+)/.exec(answer) ?? []
    const [, line] = /"error.interrupted","args":\["(\d+)"\]/.exec(answer) ?? []
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect([success, line]).toEqual(['700', '701'])
    expect((await ended).code).toBe(0)
  })

  it('exits at once the second time', async () => {
    const { serving, signal, ended } = start()
    const stalled = await connect(await serving)
    stalled.send(head('POST', '/api/features', chunked()) + chunk('{'))
    const stream = await call(`${await serving}/api/events`)
    signal('SIGTERM')
    await stream.text()
    signal('SIGINT')
    const { code, stderr } = await ended
    // A single signal would exit with 0, and a failure would print a message.
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Warning: Records are kept in memory.*\n$/)])
  })
})

describe('SIGHUP', () => {
  it('reads certificates again, and reports files that are wrong', async () => {
    const authority = certificateFor('authority.test')
    const files = await certificateFiles(certificateFor('localhost', authority))
    const env = { SIGNALBOX_TLS_CERT: files.cert, SIGNALBOX_TLS_KEY: files.key }
    const { serving, signal, printed, errors, ended } = start({ env })
    const url = await serving
    const serials = new Set<string>()
    const ask = async () => serials.add((await tlsClient(authority)(`${url}/api/features`)).serial)
    await ask()
    await files.write(certificateFor('localhost', authority))
    signal('SIGHUP')
    await expect.poll(printed).toContain('The certificates of the server were read again\n')
    await ask()
    expect(serials.size).toBe(2)
    await files.write({ cert: 'none', key: 'none' })
    signal('SIGHUP')
    await expect.poll(errors).toContain('the earlier ones stay in use')
    await ask()
    expect(serials.size).toBe(2)
    signal('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('does not end a process without certificates, such as one of nohup, whose terminal is closed', async () => {
    const { serving, signal, printed } = start()
    const url = await serving
    signal('SIGHUP')
    await expect.poll(printed).toContain('SIGHUP reads certificates and opens log files again, and there are none')
    signal('SIGHUP')
    expect((await call(`${url}/api/features`)).status).toBe(200)
  })

  it.each([1, 2])('opens log files again that were moved, with gateways in %i processes', async (workers) => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [calls, requests] = [join(folder, 'calls.log'), join(folder, 'requests.log')]
    const { serving, signal, printed } = start({
      env: {
        SIGNALBOX_ACCESS_LOG: `file:${calls}`,
        SIGNALBOX_GATEWAY_LOG: `file:${requests}`,
        SIGNALBOX_GATEWAY_PORT: '0',
        SIGNALBOX_GATEWAY_WORKERS: String(workers),
      },
    })
    const url = await serving
    await expect.poll(printed).toContain('The gateway serves')
    const [, gateway = ''] = /The gateway serves published APIs on (\S+)/.exec(printed()) ?? []
    /** The requests of this test; gateways in other processes call the server, too. */
    const pathsOf = async (file: string) =>
      (await readFile(file, 'utf8').catch(() => ''))
        .split('\n')
        .flatMap((line) => (line === '' ? [] : (JSON.parse(line) as { path: string }).path))
        .filter((path) => path === '/before' || path === '/after')
    const ask = async (path: string) => {
      await call(`${url}${path}`)
      await call(`${gateway}${path}`)
    }
    await ask('/before')
    await expect.poll(() => pathsOf(calls)).toEqual(['/before'])
    await expect.poll(() => pathsOf(requests)).toEqual(['/before'])
    for (const file of [calls, requests]) await rename(file, `${file}.1`)
    signal('SIGHUP')
    await expect.poll(() => existsSync(calls) && existsSync(requests)).toBe(true)
    if (workers === 1) await expect.poll(printed).toContain('2 log files were opened again')
    await expect
      .poll(async () => {
        await ask('/after')
        return [await pathsOf(calls), await pathsOf(requests)].map((paths) => paths.at(-1))
      })
      .toEqual(['/after', '/after'])
    for (const file of [calls, requests]) expect((await pathsOf(`${file}.1`))[0]).toBe('/before')
  })
})
