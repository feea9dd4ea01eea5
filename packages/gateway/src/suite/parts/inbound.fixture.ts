import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Opened, ProxySubject } from '../proxy-subject.fixture.ts'
import { inboundRows } from '../rows/inbound-rows.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import { gatewayTo } from '../scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../scene/raw-http.fixture.ts'

/** Registers tests of requests as clients may send them. */
export function describeInbound({ name, open, isRaw }: ProxySubject): void {
  // The others are left to the host, which has parsed the request.
  const rows = inboundRows.filter(({ parsed }) => isRaw || !parsed)
  describe(`${name}: requests as clients send them (${rows.length} of ${inboundRows.length})`, () => {
    let backend: Awaited<ReturnType<typeof startBackend>>
    let opened: Opened
    beforeAll(async () => {
      backend = await startBackend()
      opened = await open(gatewayTo({ port: backend.port }, afterAll).gateway)
    })
    afterAll(async () => {
      await opened.close()
      await backend.close()
    })

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
