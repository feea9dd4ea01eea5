import { freePort } from '@signalbox/test-postgres'
import { expect, it } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { status: response.status, text: await response.text() }
}

it('a server whose database is away is live, unready with the reason, and tells strangers no host', async () => {
  const [port, adminPort, away] = [await freePort(), await freePort(), await freePort()]
  const stop = new AbortController()
  const reported: string[] = []
  const starting = createServer({
    ...{ ...known, port, adminPort, waitForStore: true, signal: stop.signal },
    store: `postgres://zoe:hunter2@127.0.0.1:${away}/ledger`,
    report: (error) => void reported.push((error as Error).message),
  })
  const [url, admin] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`]
  await expect.poll(() => reported).toHaveLength(1)
  const name = `postgres://127.0.0.1:${away}/ledger`
  const sentence = `The database cannot be reached: check that it is running, and its host and port (ECONNREFUSED)`
  expect(reported).toEqual([`${name} is not available yet, and is tried again: ${sentence}`])

  expect((await ask(`${url}/api/_live`)).status).toBe(200)
  const detail = 'Signalbox is starting: its store is not available yet, and is tried again; try again in a second'
  for (const [path, accept] of [
    ['/api/_ready', '*/*'],
    ['/api/_health', '*/*'],
    ['/api/features', 'application/json'],
    ['/', 'text/html'],
  ] as const) {
    const { status, text } = await ask(url + path, { accept })
    expect(status).toBe(503)
    expect(text).toContain('its store is not available yet')
    expect(text).not.toMatch(new RegExp(`${away}|zoe|hunter2|ledger|ECONN`))
  }
  expect(JSON.parse((await ask(`${url}/api/_ready`)).text)).toMatchObject({
    code: 'UNAVAILABLE',
    phase: 'away',
    detail,
  })

  expect((await ask(`${admin}/live`)).status).toBe(200)
  for (const path of ['/startup', '/ready']) {
    const { status, text } = await ask(admin + path)
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { status: 'starting', detail, phase: 'away', reason: `${name}: ${sentence}` },
    ])
    expect(text).not.toMatch(/zoe|hunter2/)
  }
  const metrics = await ask(`${admin}/metrics`)
  expect([metrics.status, metrics.text]).toEqual([200, expect.stringMatching(/^signalbox_started 0$/m)])

  stop.abort(new Error('no longer wanted'))
  await expect(starting).rejects.toThrow('no longer wanted')
  for (const address of [url, admin]) await expect(fetch(address)).rejects.toThrow()
})

it('a server that does not wait rejects at once, as before', async () => {
  const away = await freePort()
  const opening = createServer({ ...known, port: 0, store: `postgres://zoe:hunter2@127.0.0.1:${away}/ledger` })
  await expect(opening).rejects.toThrow(
    /^postgres:\/\/127.0.0.1:\d+\/ledger: The database cannot be reached.*ECONNREFUSED\)$/,
  )
})
