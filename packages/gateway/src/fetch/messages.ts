/** Whether a response with this status has no body. */
export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304

/** A response for the host. */
export function toResponse(status: number, headers: readonly string[], body: BodyInit | null): Response {
  const sent = toHeaders(headers)
  // RFC 9110, section 8.6.
  if (status === 204) sent.delete('content-length')
  return new Response(isBodiless(status) ? null : body, { status, headers: sent })
}

/** Headers from names and values in turn. Throws a `TypeError` for what no header can carry. */
export function toHeaders(list: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i < list.length; i += 2) headers.append(list[i] as string, list[i + 1] as string)
  return headers
}

/** Names and values in turn; each `Set-Cookie` is separate. */
export function toList(headers: Headers): string[] {
  const list: string[] = []
  for (const [name, value] of headers) list.push(name, value)
  return list
}
