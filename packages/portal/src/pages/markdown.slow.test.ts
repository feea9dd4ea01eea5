import { expect, it } from 'vitest'
import { askApi } from './site.fixture.ts'

const marks = ['[', '*a_ ', '[a](b', '![[', '```', '<a ', '&', '_a', 'a@b.', 'http://', '\\', '| a ', '> - ', '*a **b ']

/** The least time of three, in milliseconds: that which other programs disturbed least. */
function timeOf(text: string): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    askApi({ home: { text_content: text } })()
    return performance.now() - start
  })
  return Math.min(...times)
}

// In proportion, ten times the text takes ten times as long, and a little more for the memory; squared, a hundred times.
it.each(marks)('Markdown takes time in proportion to its length: 1 MiB of %s', (mark) => {
  const [small = '', large = ''] = [100, 1024].map((kib) => mark.repeat(Math.ceil((kib * 1024) / mark.length)))
  expect(timeOf(large) / Math.max(10, timeOf(small))).toBeLessThan(30)
})
