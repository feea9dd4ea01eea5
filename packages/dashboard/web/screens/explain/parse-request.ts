import { type ReadRequest, readHeader } from './given-request.ts'
import { parseCurl } from './parse-curl.ts'

/** Reads a pasted request: a curl command, or a request line with headers below it. `undefined` for other texts. */
export function parseRequest(text: string): ReadRequest | undefined {
  const trimmed = text.trim().replace(/^\$\s+/, '')
  if (/^curl(\.exe)?\s/.test(trimmed)) return parseCurl(trimmed)
  return parseRaw(trimmed)
}

const requestLine = /^([A-Za-z]+)[ \t]+(\/\S*|\*|https?:\/\/\S+)(?:[ \t]+HTTP\/[\d.]+)?$/i

/** `GET /path HTTP/1.1`, then headers up to an empty line. The body is not read. */
function parseRaw(text: string): ReadRequest | undefined {
  const [line = '', ...lines] = text.split(/\r?\n/)
  const [, method, url] = requestLine.exec(line.trim()) ?? []
  if (method === undefined || url === undefined) return undefined
  const end = lines.findIndex((one) => one.trim() === '')
  const written = end < 0 ? lines : lines.slice(0, end)
  const headers = written.map(readHeader)
  const wrong = written.filter((_, at) => headers[at] === undefined)
  return {
    request: { method: method.toUpperCase(), url, headers: headers.filter((one) => one !== undefined) },
    notes: wrong.map((one) => `This line is no header: ${one.trim()}`),
  }
}
