import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBackend, startRawBackend } from './backend.fixture.ts'
import { backendRows } from './backend-rows.fixture.ts'
import type { Gateway } from './gateway.ts'
import { inboundRows } from './inbound-rows.fixture.ts'
import { gatewayTo } from './open-gateway.fixture.ts'
import { exchangeRaw } from './raw-http.fixture.ts'

/** A gateway that listens. */
export interface Opened {
  readonly port: number
  close(): Promise<void>
}

/** A transport to test. */
export interface ProxySubject {
  readonly name: string
  /** Lets a gateway listen on 127.0.0.1. */
  readonly open: (gateway: Gateway) => Promise<Opened>
  /** Whether the transport sees requests as they were sent. Else rows about what the host parses are skipped. */
  readonly isRaw: boolean
}

/** Registers the tests that every transport passes. */
export function describeProxy(subject: ProxySubject): void {
  describeInbound(subject)
  describeBackend(subject)
}

function describeInbound({ name, open, isRaw }: ProxySubject): void {
  describe(`${name}: requests as clients send them`, () => {
    let backend: Awaited<ReturnType<typeof startBackend>>
    let opened: Opened
    beforeAll(async () => {
      backend = await startBackend()
      opened = await open(gatewayTo({ port: backend.port }).gateway)
    })
    afterAll(async () => {
      await opened.close()
      await backend.close()
    })

    const rows = inboundRows.filter(({ parsed }) => isRaw || !parsed)
    it.skip.each(inboundRows.filter((row) => !rows.includes(row)))('$name: left to the host', () => {})
    it.each(rows)('$name', async (row) => {
      const { raw, status, cause, halfClose = false } = row
      backend.seen.length = 0
      const statuses = [status].flat()
      const finals = statuses.filter((one) => one >= 200).length
      const { responses, isClosed } = await exchangeRaw(raw, {
        port: opened.port,
        halfClose,
        ...(!row.closes && { responses: finals }),
      })
      // What is on its way to the backend comes there before this.
      await exchangeRaw(SENTINEL, { port: opened.port, responses: 1 })
      const seen = backend.seen.filter(({ target }) => target !== '/sentinel')
      expect({ statuses: responses.map((one) => one.status), seen: seen.length }).toEqual({
        statuses,
        seen: row.seen ?? statuses.filter((one) => one >= 200 && one < 400).length,
      })
      if (cause !== undefined) expect(responses.at(-1)?.body).toContain(cause)
      if (row.closes) expect(isClosed).toBe(true)
      if (row.expects) expect(row.expects(seen[0]!)).toEqual(row.equals)
    })
  })
}

const SENTINEL = 'GET /sentinel HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n'

function describeBackend({ name, open, isRaw }: ProxySubject): void {
  describe(`${name}: responses as backends send them`, () => {
    const rows = backendRows.filter(({ onFetch }) => isRaw || onFetch !== 'skip')
    it.skip.each(backendRows.filter((row) => !rows.includes(row)))('$name: depends on the runtime', () => {})
    it.each(rows)('$name', async ({ raw, then, method = 'GET', connections, onFetch, ...row }) => {
      const expected = { ...row, ...(!isRaw && typeof onFetch === 'object' && onFetch) }
      let accepted = 0
      const backend = await startRawBackend((socket) => {
        accepted++
        socket.on('data', () => {
          socket.write(Buffer.from(raw, 'latin1'), () => {
            if (then === 'end') socket.end()
            if (then === 'reset') socket.resetAndDestroy()
          })
        })
      })
      const { gateway, until } = gatewayTo({ port: backend.port, client: { callTimeout: 300, idleTimeout: 300 } })
      const opened = await open(gateway)
      const request = `${method} / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n`
      const send = () => exchangeRaw(request, { port: opened.port, ...(!expected.cut && { responses: 1 }) })

      const received = await send()
      const statuses = received.responses.map(({ status }) => status)
      const response = received.responses.at(-1)
      if (expected.cut) expect({ statuses, cut: received.cut }).toEqual({ statuses: [], cut: true })
      else expect(statuses).toEqual([expected.status].flat())
      if (expected.cut) expect(received.text).toMatch(new RegExp(`^HTTP/1.1 ${expected.status} `))
      if (expected.cause) expect(response?.body).toContain(expected.cause)
      if (expected.body !== undefined) expect(response?.body).toBe(expected.body)
      if (expected.header) expect(response?.headers.get(expected.header[0])?.[0]).toBe(expected.header[1])
      const [end] = await until(1)
      expect(String(end?.cause)).toMatch(
        expected.cut ? /^errors.backend.(reset|timeout)$/ : (expected.cause ?? 'undefined'),
      )
      if (connections !== undefined && isRaw) {
        expect((await send()).responses.at(-1)?.body).toBe(expected.body)
        expect(accepted).toBe(connections)
      }
      await opened.close()
      await backend.close()
    })
  })
}
