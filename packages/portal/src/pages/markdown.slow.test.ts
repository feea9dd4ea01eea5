import { expect, it } from 'vitest'
import { askApi } from './site.fixture.ts'

/** Marks in one long line. */
const marks = ['[', '*a_ ', '[a](b', '![[', '```', '<a ', '&', '_a', 'a@b.', 'http://', '\\', '| a ', '> - ', '*a **b ']
/** Blocks, one below the other. */
const blocks = [
  '# a\n',
  '[a]: b\n',
  '- a\n',
  '> a\n',
  'a\n=\n',
  '|a|b|\n|-|-|\n',
  'a\n\n',
  '***\n',
  '[a](http://b)\n\n',
]
/** Paragraphs almost as long as the limit above which marks are not read. */
const paragraphs = ['[a](b', '***a', '*a **b ', '[a](http://b) ', '<http://a.b>', '``a`', '![a][b] '].map(
  (mark) => `${mark.repeat(Math.floor(30_000 / mark.length))}\n\n`,
)

/** The least CPU time of some tries, in milliseconds. */
function timeOf(text: string): number {
  const times = [1, 2].map(() => {
    const before = process.cpuUsage()
    askApi({ home: { text_content: text } })()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

// In proportion, ten times the text takes ten times as long, and a little more for the memory; squared, a hundred times.
it.each([...marks, ...blocks, ...paragraphs].map((mark) => [mark.slice(0, 20), mark]))(
  '1 MiB of Markdown takes at most 15 times as long as 100 KiB: %j',
  (_, mark) => {
    const [small = '', large = ''] = [100, 1024].map((kib) => mark.repeat(Math.ceil((kib * 1024) / mark.length)))
    expect(timeOf(large) / Math.max(20, timeOf(small))).toBeLessThan(15)
  },
)
