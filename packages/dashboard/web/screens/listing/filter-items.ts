import type { MenuItem } from '../../parts/ways/Menu.tsx'

/** A filter: what it finds, and the word of the search, such as `is:on`. */
export type Filter = readonly [label: string, word: string]

/** The choices of the filter menu. Each adds its word to the search, or takes it away. */
export const filterItems = (
  filters: readonly Filter[],
  { words, search }: { readonly words: string; search(words: string): void },
): MenuItem[] => {
  const given = words.split(/\s+/).filter((one) => one !== '')
  return filters.map(([label, word]) => {
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
