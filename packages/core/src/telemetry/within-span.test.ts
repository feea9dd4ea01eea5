import { describe, expect, it } from 'vitest'
import type { TracingApi } from '../machine/net/tracing-api.ts'
import { traceFetch } from './trace-fetch.ts'

const URL_OF_HOOK = 'https://hooks.example/secret?token=1'

/** An OpenTelemetry whose tracer keeps its spans, and may break. */
function tracing(broken?: 'sampler' | 'exporter') {
  const spans: { name: string; attributes: Record<string, unknown>; status?: number; isEnded?: true }[] = []
  function startSpan(name: string, { attributes }: { attributes: Record<string, unknown> }) {
    if (broken === 'sampler') throw new Error('The sampler is broken')
    const span = { name, attributes } as (typeof spans)[number]
    spans.push(span)
    return {
      spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
      setAttribute: (key: string, value: unknown) => Object.assign(attributes, { [key]: value }),
      setStatus: ({ code }: { code: number }) => Object.assign(span, { status: code }),
      end() {
        if (broken === 'exporter') throw new Error('The exporter is broken')
        span.isEnded = true
      },
    }
  }
  const scope = {}
  const api = {
    ROOT_CONTEXT: scope,
    context: { active: () => scope, with: (_: unknown, work: () => unknown) => work() },
    trace: { getTracer: () => ({ startSpan }), setSpan: () => scope, setSpanContext: () => scope },
  } as unknown as TracingApi
  const reports: unknown[] = []
  return { api, spans, reports, report: (error: unknown) => void reports.push(error) }
}

describe('the span of a call', () => {
  it.each([
    [200, undefined, {}],
    [404, 2, { 'error.type': '404' }],
  ])('has the status %i, and neither path nor query', async (status, code, attributes) => {
    const { spans, ...options } = tracing()
    let sent: RequestInit | undefined
    const answer = async (_: string, init: RequestInit) => {
      sent = init
      return new Response(null, { status })
    }
    await traceFetch(answer, options)(URL_OF_HOOK, { method: 'POST' })
    const named = { 'http.request.method': 'POST', 'server.address': 'hooks.example', 'server.port': 443 }
    expect(spans).toEqual([
      {
        name: 'POST',
        attributes: { ...named, 'http.response.status_code': status, ...attributes },
        ...(code !== undefined && { status: code }),
        isEnded: true,
      },
    ])
    expect(sent?.headers).toEqual({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
  })

  it('has the type of the error of a call that fails', async () => {
    const { spans, ...options } = tracing()
    const fails = () => Promise.reject(new TypeError('no such host'))
    await expect(traceFetch(fails, options)(URL_OF_HOOK, {})).rejects.toThrow('no such host')
    expect(spans).toMatchObject([{ attributes: { 'error.type': 'TypeError' }, status: 2, isEnded: true }])
  })

  it.each(['sampler', 'exporter'] as const)('does not fail a call if the %s is broken', async (broken) => {
    const { reports, ...options } = tracing(broken)
    const response = await traceFetch(async () => new Response('ok'), options)(URL_OF_HOOK, {})
    expect(await response.text()).toBe('ok')
    expect(reports).toMatchObject([{ message: `The ${broken} is broken` }])
  })
})
