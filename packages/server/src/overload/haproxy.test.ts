import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { connect } from '../fixtures/raw.fixture.ts'
import { createServer } from '../serve/create-server.ts'
import { readSettings } from '../settings/read-settings.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const [, method, uri, version, host] =
  /http-check send meth (\S+) uri (\S+) ver (\S+) hdr Host (\S+)/.exec(read('deploy/proxy/haproxy.cfg')) ?? []
const [, port] = /default-server check port (\d+) /.exec(read('deploy/proxy/haproxy.cfg')) ?? []
const [, , block = ''] =
  /(## Three servers behind HAProxy)[\s\S]*?```text\n([\s\S]*?)```/.exec(read('docs/deployment.md')) ?? []

it('HAProxy asks the port for operators, which answers though all connections of the API are taken', async () => {
  const variables = Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  const { settings, problems } = readSettings(variables)
  expect([problems, settings.adminPort]).toEqual([[], Number(port)])
  const { host: _, adminHost, trustProxy } = settings
  const server = await createServer({
    ...known,
    port: 0,
    connections: 4,
    trustProxy,
    adminPort: 0,
    adminHost,
    report: () => {},
  })
  onTestFinished(() => server.close())
  const opened = await Promise.all(Array.from({ length: 100 }, () => connect(server.url)))
  onTestFinished(() => opened.forEach(({ destroy }) => void destroy()))
  const check = await connect(server.adminUrl?.replace(/\/\/[^:]+:/, '//127.0.0.1:') ?? '')
  onTestFinished(check.destroy)
  check.send(`${method} ${uri} ${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await check.closed).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ready"/)
})
