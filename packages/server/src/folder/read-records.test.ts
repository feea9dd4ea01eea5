import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecords } from './read-records.ts'

const valuesOf = (text: string) => readRecords(text).values.map(({ value }) => value)

describe('a file of records', () => {
  it.each([
    ['a record', 'id: a\n', [{ id: 'a' }]],
    ['a list', '- id: a\n- id: b\n', [{ id: 'a' }, { id: 'b' }]],
    ['several documents', 'id: a\n---\n- id: b\n---\n', [{ id: 'a' }, { id: 'b' }]],
    ['JSON with tabs and a byte order mark', '\ufeff{\n\t"id": "a"\n}\n', [{ id: 'a' }]],
    ['aliases', 'a: &x [1]\nb: *x\n', [{ a: [1], b: [1] }]],
    ['nothing', '# only a comment\n', []],
    ['an empty list', '[]', []],
  ])('has %s', (_, text, values) => {
    expect(valuesOf(text)).toEqual(values)
  })

  it('knows the line of each member', () => {
    const [, second] = readRecords('- id: a\n- id: b\n  rules:\n    - share: 1\n    - share: 2\n').values
    const lines = ['', '/id', '/rules/1/share', '/rules/1/unknown', '/absent'].map((at) => second?.lineOf(at))
    expect(lines).toEqual([2, 2, 5, 5, 2])
  })

  it.each([
    ['is no YAML', 'id: [\n', 2, /./],
    ['has a member twice', 'id: a\nid: b\n', 2, /unique/],
    ['has an alias inside its own value', 'a: &a [*a]\n', 1, /^an alias is inside the value that it stands for$/],
    ['has too many aliases', bomb(), 1, /alias/],
    ['is nested too deeply', '['.repeat(20_000) + ']'.repeat(20_000), 1, /^the values are nested too deeply$/],
  ])('is rejected with a line if it %s', (_, text, line, problem) => {
    expect(readRecords(text)).toMatchObject({
      values: [],
      problems: [{ line, problem: expect.stringMatching(problem) }],
    })
  })

  it.each(['9007199254740993', '-9007199254740993', '0x7fffffffffffffff', '0o1000000000000000000001', '1'.repeat(400)])(
    'is rejected if it has the integer %s, which loses digits',
    (digits) => {
      const { values, problems } = readRecords(`id: a\nvalue:\n  account: ${digits}\n`)
      expect([values, problems]).toEqual([
        [],
        [{ line: 3, problem: expect.stringMatching(/^The integer would lose digits, .*: write it as a text/) }],
      ])
    },
  )

  it('may have any other number', () => {
    const text =
      '[9007199254740992, +12345678901234567000, "9007199254740993", 1.0, 1e22, -0, 0xff, 007, 9007199254740993.0]'
    expect(valuesOf(text)).toEqual([2 ** 53, 12345678901234567000, '9007199254740993', 1, 1e22, -0, 255, 7, 2 ** 53])
  })

  it('is rejected without its text, which may be secret', () => {
    for (const text of [
      'secret: "hunter2\nmore: [hunter2\n',
      'other: *hunter2\n',
      'other: *hunter2: *hunter2\n',
      'x: !hunter2 [1\n',
      'x: !!hunter2\ny: [\n',
      '%hunter2 x\n---\n[',
      '"\\hunter2": 1\n',
      'hunter2: 1\nhunter2: 2\n',
      '? [hunter2]\n: 1\n',
      'x: &hunter2 &hunter2 1\n',
      '@hunter2\n',
      'a: b: hunter2\n',
    ]) {
      const { problems } = readRecords(text)
      expect(problems.length, text).toBeGreaterThan(0)
      expect(JSON.stringify(problems)).not.toContain('unter2')
    }
  })

  it('is rejected without its text, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'*&!|>%@`"\'[]{},:?- \n\thunter2')), (parts) => {
        const words = parts.map((part) => (part === 'h' ? 'hunter2' : part)).join('')
        expect(JSON.stringify(readRecords(words).problems)).not.toContain('hunter2')
      }),
    )
  })
})

/** A document whose aliases stand for 9^10 values. */
function bomb(): string {
  const lines = Array.from({ length: 10 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`)
  return ['a0: &a0 [x]', ...lines].join('\n')
}
