import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The parts of a request that tests look at. */
export interface Request {
  readonly method: string
  readonly path: string
}

/** What a test does around the requests that pass a proxy. */
export interface Around {
  /** Is called before the server gets a request. If it resolves with `false`, the server does not get it. */
  readonly before?: (request: Request) => unknown
  /** Is called when the server has answered a request, before the client gets the answer. */
  readonly after?: (request: Request) => unknown
  /** The path that the server gets in place of a path. @default the same */
  readonly rename?: (path: string) => string
}

/** Starts a proxy before a server. Resolves with its URL. */
export async function proxyOf(url: string, { before, after, rename = (path) => path }: Around): Promise<string> {
  const proxy = createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
    const { method = '', url: path = '' } = incoming
    if ((await before?.({ method, path })) === false) return response.destroy()
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers
    const answer = await fetch(new URL(rename(path), url), {
      method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    await after?.({ method, path })
    const { 'content-encoding': _gzip, 'content-length': _length, ...own } = Object.fromEntries(answer.headers)
    return response.writeHead(answer.status, own).end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void proxy.close(() => resolve())))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

/** Whether a request writes records, and is no dry run. */
export const isWrite = ({ method, path }: Request): boolean =>
  method === 'DELETE' || (/strategy=|_commit/.test(path) && !path.includes('dryRun=true'))
