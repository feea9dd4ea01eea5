import { onTestFinished } from 'vitest'
import type { SignalboxOptions } from '../../options.ts'
import type { Fetch } from '../../ports.ts'
import { createSignalbox, type Signalbox } from '../../signalbox.ts'
import { manualTime, settle } from '../../webhooks/webhooks.fixture.ts'

/** A request that a server of these tests received. */
export interface Asked {
  readonly url: string
  readonly headers: Headers
}

/** What a server answers: a response, or a function of the request. */
export type Answering = Response | ((asked: Asked) => Response | Promise<Response>)

/** Servers by address, and what they were asked. Unknown addresses answer 404. */
export function servers(pages: Record<string, Answering> = {}) {
  const asked: Asked[] = []
  const fetch: Fetch = async (url, { headers, signal }) => {
    const request = { url, headers: new Headers(headers) }
    asked.push(request)
    const page = pages[url]
    const answer = async () =>
      typeof page === 'function' ? page(request) : (page?.clone() ?? new Response('', { status: 404 }))
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    aborted.catch(() => {})
    return Promise.race([answer(), aborted])
  }
  return { fetch, asked, pages, urls: () => asked.map(({ url }) => url) }
}

/** A response with a text of a type. */
export const text = (body: string, type = 'text/markdown', headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, { headers: { 'Content-Type': type, ...headers } })

/** A box with a manual clock that fetches documentation from the servers. */
export function remoteBox(pages: Record<string, Answering> = {}, options: SignalboxOptions = {}) {
  const time = manualTime()
  const { fetch, ...served } = servers(pages)
  const failures: unknown[] = []
  const box = createSignalbox({
    clock: time.clock,
    wait: time.wait,
    documentation: { fetch },
    report: (error) => failures.push(error),
    ...options,
  })
  onTestFinished(() => box.close())
  return { box, time, failures, fetch, ...served }
}

/** Creates an API with this documentation, and publishes it. */
export async function publish(box: Signalbox, documentation: object, id = 'billing'): Promise<void> {
  await box.apis.create({ body: { id, name: 'Billing', context_path: `/${id}`, documentation } as never })
  await box.apis.deployments.create({ id, body: {} })
}

/** The documentation of an API with its remote content. */
export async function completed(box: Signalbox, id = 'billing') {
  const { deployments = [], documentation = {} } = await box.apis.get({ id })
  const own = deployments[0]?.apiDefinition?.documentation ?? documentation
  const remote = (await box.remoteDocumentation()).get(id)
  return remote ? remote.complete(own as never) : own
}

/** The keys that a box stores in a collection. */
export async function keysIn(store: NonNullable<SignalboxOptions['store']>, collection: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.scan(collection)) keys.push(key)
  return keys
}

export { settle }
