/**
 * Checks the head of a response of a backend. Returns why it cannot be passed on: an impossible status, or an end that
 * two readers may see in different places. `rawHeaders` are names and values in turn.
 */
export function checkResponse(status: number, rawHeaders: readonly string[]): string | undefined {
  if (status < 200 || status > 599) return `The status ${status} of the response is invalid`
  let lengths = 0
  let codings = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 14 && name.toLowerCase() === 'content-length') lengths++
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if ((rawHeaders[i + 1] as string).toLowerCase() !== 'chunked')
        return 'The Transfer-Encoding of the response is not supported'
      codings++
    }
  }
  return lengths + codings > 1 ? 'The response says in more than one way where it ends' : undefined
}
