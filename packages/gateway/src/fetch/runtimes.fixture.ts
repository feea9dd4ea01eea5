import { createGateway, staticRoutes } from '../index.ts'

/** What a runtime made of a request. */
interface Result {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends requests through `gateway.fetch` of the runtime that runs this. Returns what came back; texts of errors only by
 * their cause.
 */
export async function tryRuntime(routes: Parameters<typeof staticRoutes>[0]): Promise<Record<string, unknown>> {
  const gateway = createGateway({ source: staticRoutes(routes), report: (error) => console.error(error) })
  const send = (path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> => {
    const headers = { Accept: 'application/json', ...init.headers }
    return gateway.fetch(new Request(`http://shop.example${path}`, { ...init, headers }), { address: '203.0.113.7' })
  }
  const read = async (path: string, init?: RequestInit & { duplex?: 'half' }): Promise<Result> => {
    const response = await send(path, init)
    const body = await response.text()
    const cause = /errors\.[\w.]+/.exec(body)?.[0]
    const kept = ['x-seen', 'content-encoding', 'etag', 'location', 'content-length']
    const headers = Object.fromEntries([...response.headers].filter(([name]) => kept.includes(name)))
    return { status: response.status, headers, body: response.status >= 400 && cause ? cause : body }
  }
  const events = async () => {
    const response = await send('/events')
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
    return first
  }
  const cutOff = async () => {
    const response = await send('/cut')
    return response.text().then(
      () => 'whole',
      () => 'cut',
    )
  }
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('one '))
      setTimeout(() => {
        controller.enqueue(new TextEncoder().encode('two'))
        controller.close()
      }, 20)
    },
  })
  const results = {
    get: await read('/echo?a=%2f'),
    head: await read('/echo', { method: 'HEAD' }),
    post: await read('/echo', { method: 'POST', body: 'abc' }),
    stream: await read('/echo', { method: 'POST', body: slow, duplex: 'half' }),
    empty: await read('/empty'),
    redirect: await read('/redirect'),
    gzip: await read('/gzip', { headers: { 'Accept-Encoding': 'gzip' } }).then(({ status, body }) => ({
      status,
      body,
    })),
    cookies: (await send('/cookies')).headers.getSetCookie(),
    large: (await read('/large')).body.length,
    events: await events(),
    cut: await cutOff(),
    silent: await read('/silent'),
    refused: await read('/down/x'),
    invalid: await read('/a%2fb'),
    missing: (await gateway.fetch(new Request('http://other.example/'))).status,
  }
  await gateway.close()
  return results
}
