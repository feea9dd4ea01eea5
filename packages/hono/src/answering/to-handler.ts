import { type Listed, type PlainResponse, whenKnown } from '@signalbox/core/wire'
import type { Context } from 'hono'
import type { HonoOptions } from '../hono-options.ts'
import { toObserved } from '../observed.ts'
import { requestOf } from './request-of.ts'
import { type Mounting, toAnswer } from './to-answer.ts'

/** Answers a request, given the parameters of its path. */
export type Handler = (c: Context, params: Readonly<Record<string, string>>) => Response | Promise<Response>

/** The handler of an operation. */
export function toHandler(one: Listed, mounting: Mounting<Context> & { readonly options: HonoOptions }): Handler {
  const answer = toAnswer(one, mounting)
  const { observe } = mounting.options
  if (!observe) return (c, params) => whenKnown(answer({ context: c, request: requestOf(c), params }), toResponse)
  return toObserved(one, observe, async (c, params, call) =>
    toResponse(await answer({ context: c, request: requestOf(c), params, call })),
  )
}

/** The `Response` of plain values. */
function toResponse({ status, headers, body }: PlainResponse): Response {
  if (!('Content-Encoding' in headers)) return new Response(body, { status, headers })
  // Workers would compress a body with this header again unless told that it is already encoded.
  const written = { status, headers, encodeBody: 'manual' }
  return new Response(body, written)
}
