import { isEventStream, type Listed } from '@signalbox/core/wire'
import type { ObserveCall, ObservedCall } from './hono-options.ts'

type Params = Readonly<Record<string, string>>

/** Tells of each call of an operation. */
export function toObserved<C, R>(
  { name, operation: { method, path, response } }: Listed,
  observe: ObserveCall<C, R>,
  respond: (context: C, params: Params, call: ObservedCall<C>) => Promise<R>,
): (context: C, params: Params) => Promise<R> {
  const isEndless = isEventStream(response)
  const told = { operation: name.join('.'), method, path: path.replace(/\?.*/, ''), isEndless }
  return (context, params) => {
    const call: ObservedCall<C> = { ...told, context }
    return observe(call, () => respond(context, params, call))
  }
}
