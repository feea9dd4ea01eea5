import { describe, expect, it } from 'vitest'
import { certificateFor } from './certificates.fixture.ts'
import { start } from './command.fixture.ts'
import { call } from './known.fixture.ts'
import { chunk, chunked, connect, head } from './raw.fixture.ts'
import { certificateFiles, tlsClient } from './tls.fixture.ts'

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
    await expect.poll(printed).toContain('SIGHUP reads certificates again, and there are none')
    signal('SIGHUP')
    expect((await call(`${url}/api/features`)).status).toBe(200)
  })
})
