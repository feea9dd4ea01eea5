import type { Refused } from '../plugin-api/refused.ts'

/**
 * Checks where a request of HTTP/1 ends (RFC 9112, section 6): it has no body, one `Content-Length` of digits, or exactly
 * `Transfer-Encoding: chunked`. Two servers that read anything else may disagree about the next request on the
 * connection. Returns the refusal; the connection has to be closed after it.
 *
 * `rawHeaders` are names and values in turn, as sent.
 */
export function checkFraming(version: string, rawHeaders: readonly string[]): Refused | undefined {
  if (version !== '1.1' && version !== '1.0') return version === '0.9' ? withoutVersion : unsupportedVersion
  let lengths = 0
  let codings = 0
  let coding = ''
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    // Most names have another length, and are not compared.
    switch (name.length) {
      case 6:
        if (name.toLowerCase() === 'expect' && !isContinue(rawHeaders[i + 1] as string)) return unknownExpectation
        break
      case 10:
        if (name.toLowerCase() === 'connection' && namesFraming(rawHeaders[i + 1] as string))
          return framed('connection')
        break
      case 14:
        if (name.toLowerCase() !== 'content-length') break
        if (!DIGITS.test(rawHeaders[i + 1] as string)) return framed('length')
        lengths++
        break
      case 17:
        if (name.toLowerCase() !== 'transfer-encoding') break
        coding = rawHeaders[i + 1] as string
        codings++
    }
  }
  if (lengths > 1) return framed('lengths')
  if (codings === 0) return undefined
  if (codings > 1 || lengths > 0) return framed('both')
  if (version === '1.0') return framed('old')
  return coding.toLowerCase() === 'chunked' ? undefined : unknownCoding
}

const DIGITS = /^[0-9]{1,15}$/

const isContinue = (value: string): boolean => value.toLowerCase() === '100-continue'

/** Whether `Connection` names a header that the next server needs to find the end of the request, or the host. */
const namesFraming = (value: string): boolean =>
  value.length > 3 && /(^|[,\s])(host|content-length|transfer-encoding)($|[,\s])/i.test(value)

const messages = {
  connection: 'The header Connection names a header that is needed to read the request',
  length: 'The header Content-Length is invalid',
  lengths: 'The header Content-Length is repeated',
  both: 'The headers say in more than one way where the request ends',
  old: 'A request of HTTP/1.0 cannot have the header Transfer-Encoding',
}

const framed = (rule: keyof typeof messages): Refused => ({ refuse: 'errors.request.framing', message: messages[rule] })

const withoutVersion: Refused = { refuse: 'errors.bad.request', message: 'The request names no version of HTTP' }
const unsupportedVersion: Refused = { refuse: 'errors.version.unsupported' }
const unknownExpectation: Refused = { refuse: 'errors.expectation.failed' }
const unknownCoding: Refused = { refuse: 'errors.transfer.coding.unsupported' }
