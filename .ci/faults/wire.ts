import type { Part } from './fault.ts'

export const wire: Part = {
  name: 'wire',
  tests: [
    'packages/core/src/machine/wire/',
    'packages/hono/src/match.test.ts',
    'packages/hono/src/answering/compress.test.ts',
    'packages/hono/src/bodies.test.ts',
    'packages/hono/src/answers.test.ts',
    'packages/hono/src/query.test.ts',
    'packages/hono/src/ids.test.ts',
    'packages/hono/src/cors.test.ts',
    'packages/hono/src/streams.test.ts',
    'packages/hono/src/to-hono.test.ts',
  ],
  further: ['packages/client/src/bad-arguments.slow.test.ts', 'packages/core/src/events/'],
  inApi: true,
  files: {
    'packages/core/src/machine/wire/response.ts': [
      {
        breaks: 'members of an error replace its status and code',
        text: 'JSON.stringify({ ...problem, ...members, ...problem })',
        fault: 'JSON.stringify({ ...problem, ...members })',
      },
      {
        breaks: 'a tag that a proxy weakened is answered 200 again',
        text: 'isTagIn(ifNoneMatch, etag, true)',
        fault: 'isTagIn(ifNoneMatch, etag)',
      },
      {
        breaks: '304 without the ETag',
        text: 'return { status: 304, headers: { ...caching, ETag: etag }, body: null }',
        fault: 'return { status: 304, headers: caching, body: null }',
      },
    ],
    'packages/core/src/machine/wire/encode-request.ts': [
      {
        breaks: 'an empty id makes another call',
        text: '/^\\.{0,2}$/.test(value)',
        fault: '/^\\.{1,2}$/.test(value)',
      },
    ],
    'packages/core/src/machine/wire/json.ts': [
      {
        breaks: 'a failure does not say which member is there twice if it is escaped once',
        text: "const plain = name.includes('\\\\') ? (JSON.parse(name) as string) : name.slice(1, -1)",
        fault: 'const plain = name.slice(1, -1)',
      },
    ],
    'packages/core/src/machine/wire/lines.ts': [
      {
        breaks: 'a line of the greatest length loses its bytes',
        text: 'if (size <= limit) parts.push(part)',
        fault: 'if (size < limit) parts.push(part)',
      },
    ],
    'packages/core/src/machine/wire/request.ts': [
      {
        breaks: 'integers that a number cannot hold are rounded',
        text: '/^-?\\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text',
        fault: '/^-?\\d{1,16}$/.test(text) ? Number(text) : text',
      },
      {
        breaks: 'a body of the greatest size is rejected',
        text: 'Number(length) <= limit.bytes',
        fault: 'Number(length) < limit.bytes',
      },
    ],
    'packages/core/src/machine/wire/sse.ts': [
      {
        breaks: 'events without a space after data: are lost',
        text: '/^data(?:: ?(.*))?$/s',
        fault: '/^data(?:: (.*))?$/s',
      },
    ],
    'packages/core/src/machine/wire/text-lines.ts': [
      {
        breaks: 'CR and LF in two chunks are two line ends',
        text: "endsInReturn = text.endsWith('\\r')",
        fault: "endsInReturn = text.endsWith('\\r\\n')",
      },
    ],
    'packages/hono/src/match.ts': [
      {
        breaks: 'an id that is named as a fixed segment hides the paths below it',
        text: 'if (found || !node.parameter',
        fault: 'if (fixed || !node.parameter',
      },
    ],
    'packages/hono/src/answering/compress.ts': [
      {
        breaks: 'gzip is sent to a client that takes all but gzip',
        text: "weights.get('gzip') ?? weights.get('*') ?? 0",
        fault: "weights.get('*') ?? weights.get('gzip') ?? 0",
      },
    ],
    'packages/hono/src/to-hono.ts': [
      {
        breaks: 'pages of allowed origins cannot read Retry-After',
        text: "'Last-Event-Id', 'Retry-After', 'X-Request-Id']",
        fault: "'Last-Event-Id', 'X-Request-Id']",
      },
    ],
  },
}
