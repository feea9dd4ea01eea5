import type { MenuItem } from '../../parts/Menu.tsx'
import { strategyNames } from './strategy-names.ts'

/** The choices of the filter menu. Each adds a word to the search, or takes it away. */
export function filterItems(words: string, search: (words: string) => void): MenuItem[] {
  const filters = [
    ['on', 'is:on'],
    ['off', 'is:off'],
    ...Array.from(strategyNames, ([name, words]) => [words, `strategy:${name.toLowerCase()}`] as const),
  ] as const
  return filters.map(([label, word]) => {
    const given = words.split(/\s+/).filter((one) => one !== '')
    const checked = given.includes(word)
    const kind = word.split(':')[0]!
    return {
      label,
      checked,
      run() {
        const others = given.filter((one) => !one.startsWith(`${kind}:`))
        search((checked ? others : [...others, word]).join(' '))
      },
    }
  })
}
