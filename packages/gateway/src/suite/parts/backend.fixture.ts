import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { backendRows } from '../rows/backend-rows.fixture.ts'
import { startRawBackend } from '../scene/backend.fixture.ts'
import { gatewayTo } from '../scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../scene/raw-http.fixture.ts'

/** Registers tests of responses as backends may send them. */
export function describeBackend({ name, open, isRaw }: ProxySubject): void {
  // The outcome of the others depends on the runtime.
  const rows = backendRows.filter(({ onFetch }) => isRaw || onFetch !== 'skip')
  describe(`${name}: responses as backends send them (${rows.length} of ${backendRows.length})`, () => {
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
