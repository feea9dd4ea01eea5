import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPostgres } from '@signalbox/test-postgres'
import { expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

it('remote content arrives although the process that fetches it is killed: another one finishes', async () => {
  const postgres = await startPostgres(['fsync=off'])
  onTestFinished(() => postgres.stop())
  let hangs = true
  const asked: string[] = []
  const documents = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (!hangs || url !== '/page9') response.setHeader('content-type', 'text/markdown').end(`# Content of ${url}`)
  }).listen(0, '127.0.0.1')
  await once(documents, 'listening')
  onTestFinished(() => {
    documents.closeAllConnections()
    documents.close()
  })
  const at = `http://127.0.0.1:${(documents.address() as AddressInfo).port}`
  const open = () => start({ env: { SIGNALBOX_STORE: postgres.url, SIGNALBOX_PORTAL_PRIVATE: 'true' } })
  const send = async (url: string, body: unknown) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    expect((await call(url, init)).status).toBe(201)
  }

  const first = open()
  const one = await first.serving
  const resources = Array.from({ length: 10 }, (_, n) => ({ path: [`page${n}`], url: `${at}/page${n}` }))
  const documentation = { resources, source: { timeout: 30_000 } }
  await send(`${one}/api/apis`, { id: 'billing', name: 'Billing', documentation })
  await send(`${one}/api/apis/billing/deployments`, {})
  await expect.poll(() => asked).toContain('/page9')
  const second = open()
  const other = await second.serving
  const page = async (n: number) => (await fetch(`${other}/portal/billing/page${n}/`)).text()
  // The first eight are fetched together, and stored before the others.
  expect(await page(0)).toContain('Content of /page0')
  expect(await page(9)).toContain('has not been loaded yet')

  first.signal('SIGKILL')
  await first.ended
  hangs = false
  await expect.poll(() => page(9), { timeout: 20_000, interval: 100 }).toContain('Content of /page9')
  expect(await page(0)).toContain('Content of /page0')
  expect(second.errors()).toBe('')
}, 60_000)
