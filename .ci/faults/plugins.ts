import type { Part } from './fault.ts'

export const plugins: Part = {
  name: 'plugins',
  tests: ['packages/gateway/src/plugins/'],
  further: ['packages/gateway/src/pipeline/', 'packages/gateway/src/node/'],
  files: {
    'packages/gateway/src/plugins/compression/accept-encoding.ts': [
      {
        breaks: 'a coding that the client excludes is used',
        text: 'if (weight > 0 && (weight > most || isSame))',
        fault: 'if (weight >= most || isSame)',
      },
      {
        breaks: 'an invalid weight counts as the greatest',
        text: '? Number(weight) : 0',
        fault: '? Number(weight) : 1',
      },
    ],
    'packages/gateway/src/plugins/shared/added-headers.ts': [
      {
        breaks: 'a header whose value is missing passes as the client sent it',
        text: 'edits.remove(name)',
        fault: '',
      },
    ],
    'packages/gateway/src/plugins/ip-address-block-list/code.ts': [
      {
        breaks: 'a client without an address is not blocked',
        text: "address === '' || isListed(address) ? forbidden : undefined",
        fault: 'isListed(address) ? forbidden : undefined',
      },
    ],
    'packages/gateway/src/plugins/allow-http-methods/code.ts': [
      {
        breaks: 'a method that is forbidden and allowed is allowed',
        text: '!forbidden.has(method) && (allowed.size === 0 || allowed.has(method))',
        fault: 'allowed.has(method) || (allowed.size === 0 && !forbidden.has(method))',
      },
      {
        breaks: 'HEAD is refused where GET is allowed',
        text: "sent === 'HEAD' && !isNamed(sent) ? 'GET' : sent",
        fault: 'sent',
      },
    ],
    'packages/gateway/src/plugins/canary/code.ts': [
      {
        breaks: 'a canary of all leaves out a client',
        text: 'return (Number(known) / PLACES) * 100 < percent',
        fault: 'return (Number(known) / PLACES) * 100 <= percent',
      },
      {
        breaks: 'the cookie of a canary is sent without https again',
        text: "${secure ? '; Secure' : ''}",
        fault: '',
      },
    ],
    'packages/gateway/src/plugins/compression/code.ts': [
      {
        breaks: 'a compressed response has the length of the other one',
        text: "headers.set('Content-Encoding', coding)\n  headers.remove('Content-Length')",
        fault: "headers.set('Content-Encoding', coding)",
      },
      {
        breaks: 'a compressed response has the tag of the other one',
        text: "headers.remove('Accept-Ranges')\n  weaken(headers)",
        fault: "headers.remove('Accept-Ranges')",
      },
      {
        breaks: 'after some time nothing is compressed',
        text: 'if (state.delete(chosen)) now.count--',
        fault: 'state.delete(chosen)',
      },
      {
        breaks: 'responses that must not be changed are compressed',
        text: "return !headers.all('cache-control').some((value) => /(^|[\\s,])no-transform\\s*(,|$)/i.test(value))",
        fault: 'return true',
      },
    ],
    'packages/gateway/src/plugins/concurrency-limit/code.ts': [
      {
        breaks: 'one request more than the limit is in progress',
        text: 'const isAdmitted = count < rate',
        fault: 'const isAdmitted = count <= rate',
      },
      {
        breaks: 'a place is given back twice',
        text: 'if (count > 1) inProgress.set(key, count - 1)\n      else inProgress.delete(key)',
        fault: 'inProgress.delete(key)',
      },
    ],
    'packages/gateway/src/plugins/cors/code.ts': [
      {
        breaks: 'caches mix responses for different origins',
        text: "if (!isForAll) addVary(headers, 'Origin')",
        fault: '',
      },
      {
        breaks: 'any origin that is sent twice is allowed',
        text: " && headers.all('origin').length === 1",
        fault: '',
      },
      {
        breaks: 'what the backend says about origins is sent, too',
        text: 'for (const name of ofBackend) headers.remove(name)',
        fault: '',
      },
    ],
    'packages/gateway/src/plugins/force-https-traffic/code.ts': [
      {
        breaks: 'a redirected POST becomes a GET',
        text: "method === 'GET' || method === 'HEAD' ? 301 : 308",
        fault: '301',
      },
    ],
    'packages/gateway/src/plugins/shared/location.ts': [
      {
        breaks: 'a line break in a path is one in a header',
        text: '/[^\\x21-\\x7e]+/g',
        fault: '/[^\\x00-\\x7e]+/g',
      },
    ],
    'packages/gateway/src/plugins/redirection/code.ts': [
      {
        breaks: 'a path that begins with two slashes redirects to another host',
        text: "isPath ? location.replace(LEADING, '/') : location",
        fault: 'location',
      },
    ],
    'packages/gateway/src/backend/target-host.ts': [
      {
        breaks: 'an address of IPv6 is no host',
        text: "hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname",
        fault: 'hostname',
      },
    ],
    'packages/gateway/src/plugins/path-rewrite/code.ts': [
      {
        breaks: 'a rewritten path needs no slash',
        text: "path.startsWith('/') ? path : `/${path}`",
        fault: 'path',
      },
    ],
    'packages/gateway/src/plugins/rate-limit/code.ts': [
      {
        breaks: 'a limit that only observes refuses',
        text: 'if (!observe) return beyond',
        fault: 'if (observe) return undefined\n      else return beyond',
      },
      {
        breaks: 'two limits of a route have the same name',
        text: "place > 0 ? `rate-${place + 1}` : 'rate'",
        fault: "place > 1 ? `rate-${place + 1}` : 'rate'",
      },
    ],
    'packages/gateway/src/plugins/shared/client-key.ts': [
      {
        breaks: 'a client fills the memory with long values of a header',
        text: 'value === undefined || value.length > MOST_VALUE',
        fault: 'value === undefined',
      },
      {
        breaks: 'consumers of two plans with the same id share a limit',
        text: '`@${plan}/${id}`',
        fault: '`@${id}`',
      },
    ],
    'packages/gateway/src/plugins/shared/count-bytes.ts': [
      {
        breaks: 'a body of exactly the limit is refused',
        text: 'if (count > most) throw',
        fault: 'if (count >= most) throw',
      },
    ],
    'packages/gateway/src/plugins/request-body-size-limit/code.ts': [
      {
        breaks: 'a body without a length is not limited',
        text: "headers.has('content-length') ? undefined : countBytes(max_bytes, tooLarge)",
        fault: 'undefined',
      },
    ],
    'packages/gateway/src/plugins/response-body-size-limit/code.ts': [
      {
        breaks: 'a response to HEAD is too large',
        text: "method === 'HEAD' || status === 304",
        fault: 'status === 304',
      },
    ],
    'packages/gateway/src/plugins/security-headers/code.ts': [
      {
        breaks: 'HSTS is sent without https',
        text: 'if (secure && hsts !== undefined)',
        fault: 'if (hsts !== undefined)',
      },
    ],
    'packages/gateway/src/plugins/shared/removed-headers.ts': [
      {
        breaks: 'a plugin can remove the framing of a message',
        text: "new Set(['content-length', 'transfer-encoding', 'host'])",
        fault: "new Set(['content-length', 'host'])",
      },
    ],
    'packages/gateway/src/plugins/traffic-mirror/code.ts': [
      {
        breaks: 'after some time nothing is copied',
        text: '.then(() => inFlight--)',
        fault: '.then(() => inFlight)',
      },
      {
        breaks: 'each attempt of a request sends a copy',
        text: 'if (exchange.state.get(copied) !== false) return undefined',
        fault: 'if (!exchange.state.has(copied)) return undefined',
      },
      {
        breaks: 'a body that is too large is copied in part',
        text: 'if (length <= MOST_BODY) take(joined(chunks))',
        fault: 'take(joined(chunks))',
      },
    ],
    'packages/gateway/src/plugins/shared/value-template.ts': [
      {
        breaks: 'a header without its part is sent in part',
        text: 'if (piece === undefined) return undefined',
        fault: 'if (piece === undefined) continue',
      },
    ],
    'packages/gateway/src/plugins/feature-gate/code.ts': [
      {
        breaks: 'a gate whose feature cannot be decided is open if it is negated',
        text: 'noteRelease(exchange, { feature, reason })\n      return refused',
        fault: 'noteRelease(exchange, { feature, reason })\n      return negate ? undefined : refused',
      },
    ],
    'packages/gateway/src/plugins/response-cache/bypass.ts': [
      {
        breaks: 'responses to requests with credentials are shared',
        text: "headers.has('authorization') || credentials.some((name) => out.has(name))",
        fault: "headers.has('authorization')",
      },
      {
        breaks: 'a range of a response is answered from the cache as a whole',
        text: "...['range', 'if-range', 'if-match', 'if-unmodified-since'],",
        fault: "...['if-range', 'if-match', 'if-unmodified-since'],",
      },
    ],
    'packages/gateway/src/plugins/response-cache/storable.ts': [
      {
        breaks: 'private responses are stored',
        text: "directives.has('no-store') || directives.has('private')",
        fault: "directives.has('no-store')",
      },
      {
        breaks: 'responses with cookies are stored',
        text: "getHeader(headers, 'set-cookie') !== undefined || varyOf",
        fault: 'varyOf',
      },
    ],
    'packages/gateway/src/plugins/response-cache/entries.ts': [
      {
        breaks: 'a response that was asked for before a change is stored after it',
        text: 'if (place.isGone || size > mostBytes) return',
        fault: 'if (size > mostBytes) return',
      },
      {
        breaks: 'responses that are used are dropped first',
        text: 'used.delete(stored)\n      used.set(stored, place)\n      return stored',
        fault: 'return stored',
      },
    ],
    'packages/gateway/src/plugins/response-cache/store-response.ts': [
      {
        breaks: 'a stale response is used for ever while the backend fails',
        text: 'return ifError > 0 && -leftAt(freshness, now) < ifError',
        fault: 'return ifError > 0',
      },
    ],
    'packages/gateway/src/plugins/response-cache/flights.ts': [
      {
        breaks: 'who waits for a response waits for ever',
        text: 'for (const end of waiting) end(landing)',
        fault: '',
      },
    ],
    'packages/gateway/src/plugins/shared/weak-etag.ts': [
      {
        breaks: 'a condition with a weakened tag never holds at the backend',
        text: 'if (tags.includes(MARK)) out.set(name, change(tags))',
        fault: '',
      },
    ],
  },
}
