import type { Found } from '../find-screen.ts'

/** The title of the document: what is shown, first the most specific. */
export function titleOf(found: Found | undefined, box: string): string {
  if (!found) return `No such page · ${box}`
  const { screen, params } = found
  return [...Object.values(params), screen.title, box].join(' · ')
}
