import { createSignalbox } from '@signalbox/core'
import type { TracingApi } from '@signalbox/core/opentelemetry'
import { describe, expect, it } from 'vitest'
import { toHono } from './to-hono.ts'
import { traceCalls } from './trace-calls.ts'

/** A tracer that keeps its calls. */
function tracing(fail?: string) {
  const spans: { name: string; attributes: Record<string, unknown>; status?: number; isEnded: boolean }[] = []
  const breakAt = (place: string) => {
    if (fail === place) throw new Error(`The ${place} is broken`)
  }
  const tracer = {
    startSpan(name: string, { attributes }: { attributes: Record<string, unknown> }) {
      breakAt('sampler')
      const span = { name, attributes, isEnded: false } as (typeof spans)[number]
      spans.push(span)
      return {
        spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
        setAttribute: (key: string, value: unknown) => Object.assign(span.attributes, { [key]: value }),
        setStatus: ({ code }: { code: number }) => Object.assign(span, { status: code }),
        end() {
          breakAt('exporter')
          span.isEnded = true
        },
      }
    },
  }
  const scope = {}
  const api = {
    ROOT_CONTEXT: scope,
    context: { active: () => scope, with: (_: unknown, work: () => unknown) => work() },
    trace: {
      getActiveSpan: () => undefined,
      getTracer: () => tracer,
      setSpan: () => scope,
      setSpanContext: () => scope,
    },
  } as unknown as TracingApi
  return { api, spans }
}

function appWith(fail?: string) {
  const { api, spans } = tracing(fail)
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const box = createSignalbox({ report })
  const broken = { ...box, liveness: () => Promise.reject(new Error('A bug')) }
  const observe = traceCalls({ api, report, pathOf: () => '/shown' })
  const app = toHono(broken, { access: 'open', observe, report })
  return { app, spans, reports }
}

describe('the span of a call', () => {
  it('has the operation, the route, the path as it is shown, and the status', async () => {
    const { app, spans } = appWith()
    await app.request('/api/features/none')
    expect(spans).toEqual([
      {
        name: 'GET /api/features/{id}',
        attributes: expect.objectContaining({
          ...{ 'signalbox.operation': 'features.get', 'http.route': '/api/features/{id}', 'url.path': '/shown' },
          'http.response.status_code': 404,
        }),
        isEnded: true,
      },
    ])
  })

  it('is an error if the service failed', async () => {
    const { app, spans } = appWith()
    expect((await app.request('/api/_live')).status).toBe(500)
    expect(spans).toMatchObject([
      { status: 2, attributes: { 'error.type': '500', 'http.response.status_code': 500 }, isEnded: true },
    ])
  })

  it.each(['sampler', 'exporter'])('does not fail the call if the %s is broken', async (place) => {
    const { app, reports } = appWith(place)
    expect((await app.request('/api/features')).status).toBe(200)
    expect(reports).toMatchObject([{ message: `The ${place} is broken` }])
  })
})
