import type { Target } from '../backend/target.ts'
import { originOf } from '../backends/target-origin.ts'
import type { Decided } from '../exchange/decided.ts'
import { type HeaderList, removeHeader, setHeader } from '../headers/header-list.ts'
import type { Passing } from './bodies.ts'
import { isRaw } from './decoded.ts'
import { toHeaders } from './messages.ts'

/** The URL of the backend. */
export function urlOf({ target, forwardTarget }: Pick<Decided, 'target' | 'forwardTarget'>): string {
  return originOf(target as Target) + forwardTarget
}

/** What `fetch` is called with. Throws a `TypeError` for headers that it cannot send. */
export function initOf(
  { method, out, body }: Pick<Decided, 'method' | 'body'> & { readonly out: { readonly list: HeaderList } },
  { passing, signal }: { readonly passing: Passing | undefined; readonly signal: AbortSignal },
): RequestInit {
  const { list } = out
  if (body) removeHeader(list, 'content-length')
  if (!isRaw) setHeader(list, 'Accept-Encoding', 'identity')
  return {
    method,
    headers: toHeaders(list),
    body: (body as Uint8Array<ArrayBuffer> | undefined) ?? passing?.stream ?? null,
    redirect: 'manual',
    signal,
    ...(passing && { duplex: 'half' }),
    ...(isRaw && { decompress: false }),
  } as RequestInit
}
