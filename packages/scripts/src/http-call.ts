import type { ScriptFetch } from './http/script-fetch.ts'
import type { HttpAnswer, HttpRequest } from './messages.ts'
import type { Task } from './task.ts'
import type { WorkerSlot } from './worker-slot.ts'

/** An HTTP call requested by a script in a worker. */
export interface Call {
  /** Number of the call in its run, from 0. */
  readonly call: number
  /** An `HttpRequest` as JSON. */
  readonly request: string
  readonly fetch: ScriptFetch
}

/**
 * Makes an HTTP call for a run and posts the response to its worker, if it still has the run. Does nothing for a run
 * that is over.
 */
export async function forwardCall(slot: WorkerSlot, task: Task | undefined, call: Call): Promise<void> {
  if (!task) return
  const response = await answerCall(task, call)
  if (slot.tasks.has(task)) slot.thread?.post({ type: 'response', id: task.id, call: call.call, response })
}

/**
 * Makes an HTTP call and resolves with an `HttpAnswer` as JSON; never rejects. A run that is restarted because it lost
 * its worker gets its earlier responses again: no request is sent twice.
 */
function answerCall(task: Task, { call, request, fetch }: Call): Promise<string> {
  const known = task.calls[call]
  if (known?.request === request) return known.answer
  task.abort ??= new AbortController()
  const answer = perform(request, fetch, task).then((given) => JSON.stringify(given))
  task.calls[call] = { request, answer }
  return answer
}

async function perform(text: string, fetch: ScriptFetch, { abort, traceparent }: Task): Promise<HttpAnswer> {
  try {
    const request: HttpRequest = JSON.parse(text)
    return { response: await fetch(withTrace(request, traceparent), abort!.signal) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** A request as any script may send it, with the trace context of the run unless the script sets one. */
function withTrace(request: HttpRequest, traceparent: string | undefined): HttpRequest {
  const headers: unknown = request?.headers
  if (traceparent === undefined || typeof request !== 'object' || request === null) return request
  const own = typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? headers : {}
  const isSet = Object.keys(own).some((name) => name.toLowerCase() === 'traceparent')
  return isSet ? request : { ...request, headers: { ...own, traceparent } }
}
