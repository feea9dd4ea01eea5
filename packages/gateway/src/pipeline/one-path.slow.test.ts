import { isCanonical } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flowOf, setUp, testPlugin } from './pipeline.fixture.ts'

/** Pieces of targets, harmless and hostile. */
const piece = fc.constantFrom(
  ...['a', 'B', 'admin', '/', '//', '/./', '/../', '%2e', '%2E%2e', '%2f', '%5C', '%252e', ';', '..;', '%3b', '%00'],
  ...[
    '%61',
    '%7E',
    '%c3%a9',
    '%C0%AE',
    '%',
    '%2',
    '\\',
    '#',
    '?',
    '?a=/../',
    '&',
    '+',
    '"',
    '<',
    '|',
    '{x}',
    '^',
    '`',
    '.',
  ],
  ...[':', '@', '*', '$', "'", '(', '=', '~', '-', '_', '%2B', '%FF', '.json', '..'],
)
const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)

const allow = ['encoded-slash', 'path-parameters', 'empty-segments', 'raw-bytes'] as const

describe('over any target, the path that is matched', () => {
  it('is the path that plugins see, the backend gets and the log has', async () => {
    const seen: string[] = []
    const lines: string[] = []
    const plugin = testPlugin({ compile: () => ({ request: ({ path }) => void seen.push(path) }) })
    const open = { id: 'open', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }
    const lenient = { id: 'lenient', backend: 'b', flow_ref: 'f', frontend: { paths: ['/admin'], allow: [...allow] } }
    const { gateway, decide } = setUp({ routes: [open, lenient], flows: [flowOf({})] } as never, {
      plugins: [plugin],
      log: { write: (text) => void lines.push(text) },
    })
    let forwarded = 0
    await fc.assert(
      fc.asyncProperty(target, async (sent) => {
        seen.length = 0
        const decided = await decide({ target: sent })
        gateway.pipeline.finish(decided, { status: 200, bytesIn: 0, bytesOut: 0 })
        if (decided.answer) {
          expect(decided.answer.status).toBe(400)
          return
        }
        forwarded++
        const { path, query, forwardTarget, route } = decided
        expect([seen, forwardTarget]).toEqual([[path], path + query])
        if (route?.id === 'shop:open') expect(isCanonical(path)).toBe(true)
        expect(path).not.toMatch(/(^|\/)\.\.?($|[/;])|[\\\0]/)
        expect(path.startsWith('/admin')).toBe(route?.id === 'shop:lenient' || /^\/admin[^/]/.test(path))
      }),
      { numRuns: 50_000 },
    )
    await gateway.close()
    const logged = lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(logged.filter(({ route }) => route !== undefined)).toHaveLength(forwarded)
    expect(forwarded).toBeGreaterThan(5000)
  })
})

describe('over any header values that plugins set', () => {
  it('no CR, LF or NUL is forwarded or sent to a client', async () => {
    let value = ''
    const set = ({ headers }: { headers: { add(name: string, value: string): void } }) => headers.add('X-Set', value)
    const plugin = testPlugin({
      compile: () => ({
        request: ({ out }) => void set({ headers: out }),
        response: (_, head) => void set(head),
      }),
    })
    const { gateway, decide } = setUp(
      { routes: [{ id: 'a', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }], flows: [flowOf({})] } as never,
      { plugins: [plugin] },
    )
    const unfit = /[\r\n\0]|[^\0-\xff]/
    const any = fc.string({
      unit: fc.constantFrom('a', '\r', '\n', '\0', 'é', '\u0100', ' ', '\t', '😀'),
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(any, async (text) => {
        value = text
        const decided = await decide()
        const head = decided.answer ?? (await gateway.pipeline.respond(decided, 200, []))
        const sent = [...head.headers, ...(decided.answer ? [] : decided.out.list)]
        expect(sent.filter((one) => unfit.test(one))).toEqual([])
        expect(decided.answer === undefined).toBe(!unfit.test(text))
      }),
      { numRuns: 20_000 },
    )
  })
})
