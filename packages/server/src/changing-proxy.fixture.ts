import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a test does around the requests that pass a proxy. */
export interface Around {
  /** Is called with the path of each request before the server gets it. */
  readonly before?: (path: string) => unknown
  /** Is called with the path of each request when the server has answered, before the client gets the answer. */
  readonly after?: (path: string) => unknown
}

/** Starts a proxy before a server. Resolves with its URL. */
export async function proxyOf(url: string, { before, after }: Around): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Uint8Array)
    } catch {
      return // the client is gone
    }
    const path = request.url ?? ''
    await before?.(path)
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = request.headers
    const answer = await fetch(new URL(path, url), {
      method: request.method as string,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    await after?.(path)
    const { 'content-encoding': _gzip, 'content-length': _length, ...own } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, own).end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void proxy.close(() => resolve())))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

/** Whether a path is that of a write of records, and not of a dry run. */
export const isWrite = (path: string): boolean => path.includes('strategy=') && !path.includes('dryRun=true')
