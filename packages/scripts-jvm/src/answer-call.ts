import type { FromJvm, HttpResponse } from './messages.ts'
import { callForScript, type ScriptFetch } from './script-http.ts'
import type { Task } from './task.ts'

/** Makes an HTTP call of a run. If a run that is repeated makes it again, it gets the response that is known. */
export async function answerCall(
  task: Task,
  { call, request }: Extract<FromJvm, { op: 'http' }>,
  fetch: ScriptFetch,
): Promise<{ readonly response: HttpResponse } | { readonly error: string }> {
  const known = task.calls[call]
  const response =
    known?.request === request
      ? known.response
      : callForScript(request, { fetch, signal: task.signal, traceparent: task.traceparent })
  task.calls[call] = { request, response }
  try {
    return { response: await response }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
