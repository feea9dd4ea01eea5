/** An error of TLS, as Node makes it: that of another name has the name that was called and the certificate. */
interface TlsError {
  readonly code?: string
  readonly host?: string
  readonly cert?: { readonly subjectaltname?: string }
}

/** Says in words why there is no TLS connection to a server, as the end of a sentence. The code follows in brackets. */
export function tlsWords(error: TlsError): string {
  const { code = '' } = error
  const words = isOtherName.test(code) ? otherName(error) : byCode.find(({ codes }) => codes.test(code))?.words
  return `${words ?? 'the server and the gateway do not agree on TLS'} (${code})`
}

const isOtherName = /ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/

/** The names come from the server, which may send many. */
function otherName({ host, cert }: TlsError): string {
  const names = cert?.subjectaltname?.replaceAll(/DNS:|IP Address:/g, '') ?? ''
  if (host === undefined || names === '') return 'the certificate of the server is for another name'
  const shown = names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES)}…` : names
  return `the certificate of the server is for ${shown}, not for ${host}`
}

/** In characters. */
const MOST_NAMES = 200

const byCode: readonly { readonly codes: RegExp; readonly words: string }[] = [
  { codes: /^CERT_HAS_EXPIRED$/, words: 'the certificate of the server has expired' },
  { codes: /^CERT_NOT_YET_VALID$/, words: 'the certificate of the server is not valid yet' },
  { codes: /SELF_SIGNED/, words: 'the certificate of the server is self-signed, and tls_config.ca does not have it' },
  { codes: /^UNABLE_TO_/, words: 'the certificate of the server is by an unknown authority' },
  { codes: /^ERR_TLS_CERT_PIN$/, words: 'the key of the server is not one of tls_config.pins' },
  { codes: /^ERR_TLS_INVALID_CONTEXT$/, words: 'the tls_config of the target has an invalid certificate or key' },
  { codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH)/, words: 'the server does not speak TLS on this port' },
  { codes: /^ECONNRESET$/, words: 'the server closed the connection without having spoken TLS' },
  { codes: /^(CERT_|DEPTH_ZERO|INVALID_CA|PATH_LENGTH)/, words: 'the certificate of the server is not accepted' },
]
