import { readTraceparent, toTraceparent } from '@signalbox/core/opentelemetry'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { Exchange } from '../plugin-api/exchange.ts'

/**
 * The trace context for calls that are made because of a request: that of its span, or else the one that its backend would
 * get. Without either, no member.
 */
export function tracedBy(exchange: Exchange): { readonly traceparent?: string } {
  const { spans } = exchange as Exchange & Partial<Pick<ExchangeState, 'spans'>>
  const own = spans && toTraceparent(spans.server.spanContext())
  const known = own && readTraceparent(own) ? own : exchange.headers.get('traceparent')
  return known ? { traceparent: known } : {}
}
