import type { Asset } from '#files'
import { loadFiles } from './load-files.ts'

/** The response with a file of the page; `undefined` if there is none of that name. Its name contains a hash of it. */
export async function assetResponse(name: string, acceptEncoding?: string): Promise<Response | undefined> {
  const { assets } = await loadFiles()
  const asset = assets.get(name)
  if (!asset) return undefined
  const { type, gzip } = asset
  const bytes = await bytesOf(asset)
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    ...(gzip && { Vary: 'Accept-Encoding' }),
  }
  if (gzip && !takesGzip(acceptEncoding)) return new Response(inflated(bytes), { headers })
  const written = {
    headers: { ...headers, 'Content-Length': `${bytes.length}`, ...(gzip && { 'Content-Encoding': 'gzip' }) },
    // Workers would compress a body with this header again unless told that it is already encoded.
    encodeBody: 'manual',
  }
  return new Response(bytes, written)
}

/** The decoded files. Each is decoded once, with the first request. */
const decoded = new WeakMap<Asset, Promise<Uint8Array<ArrayBuffer>>>()

function bytesOf(asset: Asset): Promise<Uint8Array<ArrayBuffer>> {
  const known = decoded.get(asset) ?? asset.load().then(fromBase64)
  decoded.set(asset, known)
  return known
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return bytes
}

const inflated = (bytes: Uint8Array<ArrayBuffer>): ReadableStream =>
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))

/** Whether `Accept-Encoding` accepts gzip (RFC 9110, section 12.5.3). */
function takesGzip(accepted = ''): boolean {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', weight = ''] = part.toLowerCase().split(';')
      const [, q = '1'] = /^\s*q=([\d.]+)\s*$/.exec(weight) ?? []
      return [coding.trim(), Number(q)]
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
