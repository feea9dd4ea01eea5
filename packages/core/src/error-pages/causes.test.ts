import { describe, expect, it } from 'vitest'
import { causeOf, causes } from './causes.ts'
import { proxyStatus } from './proxy-status.ts'

describe('the causes', () => {
  it('have unique ids, and are sorted by status', () => {
    expect(new Set(causes.map(({ id }) => id)).size).toBe(causes.length)
    const statuses = causes.map(({ status }) => status)
    expect(statuses).toEqual([...statuses].sort((a, b) => a - b))
  })

  it('are for responses, except two for logs', () => {
    const logged = causes.filter(({ id }) => causeOf(id)?.logOnly).map(({ id, status }) => [id, status])
    expect(logged).toEqual([
      ['errors.client.closed', 499],
      ['errors.backend.reset', 502],
    ])
  })
})

describe('the value of Proxy-Status', () => {
  it('names gateway, error type and cause', () => {
    expect(proxyStatus('errors.credentials.missing')).toBe(
      'signalbox; error=http_request_denied; details="errors.credentials.missing"',
    )
  })

  it('is available for every cause, with a type of its own unless the client has left', () => {
    for (const { id } of causes) expect(proxyStatus(id)).toMatch(/^signalbox; error=[a-z_]+; details="[a-z.]+"$/)
    expect(causes.filter(({ id }) => !causeOf(id)?.proxyError).map(({ id }) => id)).toEqual(['errors.client.closed'])
  })

  it('can name a more precise error type', () => {
    expect(proxyStatus('errors.backend.unreachable', 'edge-1', 'connection_terminated')).toBe(
      'edge-1; error=connection_terminated; details="errors.backend.unreachable"',
    )
  })

  it('has the type of a response of the gateway itself for causes of hosts', () => {
    expect(proxyStatus('own')).toBe('signalbox; error=proxy_internal_response; details="own"')
  })

  it('is a structured field, whatever the names are', () => {
    expect(proxyStatus('a"\\\r\nü b', 'my gateway')).toBe(
      '"my gateway"; error=proxy_internal_response; details="a\\"\\\\ b"',
    )
    expect(proxyStatus('a', '1st')).toMatch(/^"1st"; /)
  })
})
