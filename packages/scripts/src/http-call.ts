import type { GuardedFetch } from './http/guarded-fetch.ts'
import type { HttpAnswer, HttpRequest } from './messages.ts'
import type { Task } from './task.ts'

/**
 * Makes an HTTP call of a run and gives its answer, JSON of `HttpAnswer`; never rejects. A run that is begun anew,
 * since it lost its worker, gets the answers it got before: nothing is sent twice.
 */
export function answerCall(
  task: Task,
  { call, request, fetch }: { call: number; request: string; fetch: GuardedFetch },
): Promise<string> {
  const known = task.calls[call]
  if (known?.request === request) return known.answer
  task.abort ??= new AbortController()
  const answer = perform(request, fetch, task.abort.signal).then((given) => JSON.stringify(given))
  task.calls[call] = { request, answer }
  return answer
}

async function perform(text: string, fetch: GuardedFetch, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    const request: HttpRequest = JSON.parse(text)
    return { response: await fetch(request, signal) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
