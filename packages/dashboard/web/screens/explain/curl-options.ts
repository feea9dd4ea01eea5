/** What an option of curl means for the request; `skip` for an option whose value does not matter. */
export type CurlOption =
  | 'request'
  | 'header'
  | 'data'
  | 'data-raw'
  | 'data-urlencode'
  | 'json'
  | 'form'
  | 'upload-file'
  | 'user'
  | 'oauth2-bearer'
  | 'cookie'
  | 'user-agent'
  | 'referer'
  | 'range'
  | 'url'
  | 'url-query'
  | 'head'
  | 'get'
  | 'skip'

/** The options that take a value, by their long names. */
const valued: Readonly<Record<string, CurlOption>> = {
  request: 'request',
  header: 'header',
  data: 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  'data-raw': 'data-raw',
  'data-urlencode': 'data-urlencode',
  json: 'json',
  form: 'form',
  'form-string': 'form',
  'upload-file': 'upload-file',
  user: 'user',
  'oauth2-bearer': 'oauth2-bearer',
  cookie: 'cookie',
  'user-agent': 'user-agent',
  referer: 'referer',
  range: 'range',
  url: 'url',
  'url-query': 'url-query',
}

/** The options whose values say nothing about the request itself. */
const skipped = new Set(
  (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to ' +
    'continue-at cookie-jar create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr ' +
    'dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout ftp-account ' +
    'happy-eyeballs-timeout-ms haproxy-clientip hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway ' +
    'keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from ' +
    'mail-rcpt max-filesize max-redirs max-time netrc-file noproxy output output-dir parallel-max pass pinnedpubkey ' +
    'postquote preproxy prequote proto proto-default proto-redir proxy proxy-cacert proxy-cert proxy-header proxy-key ' +
    'proxy-pass proxy-user proxy1.0 pubkey quote random-file rate request-target resolve retry retry-delay ' +
    'retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-hostname speed-limit speed-time stderr ' +
    'telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlspassword tlsuser trace trace-ascii trace-config ' +
    'unix-socket variable vlan-priority write-out'
  ).split(' '),
)

/** The long names of one-letter options that take a value. */
const short: Readonly<Record<string, string>> = {
  ...{ X: 'request', H: 'header', d: 'data', F: 'form', T: 'upload-file', u: 'user', b: 'cookie' },
  ...{ A: 'user-agent', e: 'referer', r: 'range', o: 'output', m: 'max-time', w: 'write-out', c: 'cookie-jar' },
  ...{ D: 'dump-header', x: 'proxy', U: 'proxy-user', E: 'cert', K: 'config', C: 'continue-at', Q: 'quote' },
  ...{ y: 'speed-time', Y: 'speed-limit', z: 'time-cond', t: 'telnet-option', P: 'ftp-port' },
}

/** An option as it was written, with its value if it takes one. */
export interface WrittenOption {
  readonly option: CurlOption
  readonly value: string
}

/** What the words of a curl command ask for, in their order. Words that are no options are URLs. */
export function curlOptions(words: readonly string[]): readonly WrittenOption[] {
  const found: WrittenOption[] = []
  let isOver = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const next = () => words[++at] ?? ''
    if (isOver || !/^-./.test(word)) found.push({ option: 'url', value: word })
    else if (word === '--') isOver = true
    else if (word.startsWith('--')) long(word.slice(2), next)
    else letters(word.slice(1), next)
  }
  return found

  function long(name: string, next: () => string): void {
    const option = Object.hasOwn(valued, name) ? valued[name] : skipped.has(name) ? 'skip' : undefined
    if (option) found.push({ option, value: next() })
    else if (name === 'head' || name === 'get') found.push({ option: name, value: '' })
  }

  /** `-sXPOST`: letters without a value, then at most one with the rest of the word, or the next word, as its value. */
  function letters(text: string, next: () => string): void {
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]!
      if (Object.hasOwn(short, letter)) {
        const rest = text.slice(at + 1)
        long(short[letter]!, () => (rest === '' ? next() : rest))
        return
      }
      if (letter === 'I') found.push({ option: 'head', value: '' })
      if (letter === 'G') found.push({ option: 'get', value: '' })
    }
  }
}
