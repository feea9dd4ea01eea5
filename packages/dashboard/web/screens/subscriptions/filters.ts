import type { MenuItem } from '../../parts/ways/Menu.tsx'
import type { Index } from '../../records/tree.ts'

/** The most APIs that the menu offers. */
const MOST = 8

/** The choices of the filter menu: by state, and by the APIs that there are. Each adds a word to the search, or takes it away. */
export function filterItems(index: Index, words: string, search: (words: string) => void): MenuItem[] {
  const given = words.split(/\s+/).filter((word) => word !== '')
  const apis = new Set(
    index.search('', 1000).flatMap(({ facets = [] }) => facets.filter((one) => one.startsWith('api:'))),
  )
  const item = (label: string, word: string): MenuItem => ({
    label,
    checked: given.includes(word),
    run() {
      const [kind] = word.split(':')
      const others = given.filter((one) => !one.startsWith(`${kind}:`))
      search((given.includes(word) ? others : [...others, word]).join(' '))
    },
  })
  return [
    ...[...states].map(([label, word]) => item(label, word)),
    ...[...apis]
      .sort()
      .slice(0, MOST)
      .map((word) => item(`API ${word.slice(4)}`, word)),
  ]
}

const states = [
  ['Active', 'is:active'],
  ['Waiting', 'is:waiting'],
  ['Paused', 'is:paused'],
  ['Closed', 'is:closed'],
] as const
