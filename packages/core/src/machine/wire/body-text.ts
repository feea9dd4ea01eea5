import { chunks } from './chunks.ts'

/**
 * Reads a body as UTF-8 text, up to `limit` bytes. Resolves with `undefined`, and cancels the body, if it is longer. Some
 * runtimes have no stream of a body; those read it whole.
 */
export async function bodyText(reply: Response, limit: number): Promise<string | undefined> {
  if (!reply.body) return reply.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunks(reply.body)) {
    bytes += chunk.length
    if (bytes > limit) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
