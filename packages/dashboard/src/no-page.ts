import { encodeError, SignalboxError } from '@signalbox/core/wire'

/**
 * The answer to programs that ask for a page of the dashboard: 404 with the address of the API, where the same path may be
 * meant. `base` is the address of the dashboard, `api` that of the API, as its option says.
 */
export function noPage({ url, base, api }: { readonly url: URL; readonly base: URL; readonly api: string }): Response {
  const root = new URL(api.endsWith('/') ? api : `${api}/`, base)
  const meant = new URL(`api/${url.pathname.slice(base.pathname.length)}`, root)
  const shown = meant.origin === url.origin ? meant.pathname : meant.href
  const detail = `${url.pathname.slice(0, 200)} is a page of the dashboard, for browsers: did you mean ${shown.slice(0, 200)}?`
  const answer = encodeError(new SignalboxError('NOT_FOUND', detail))
  answer.headers.append('Vary', 'Accept')
  return answer
}
