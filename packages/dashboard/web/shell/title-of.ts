import type { Found } from '../find-screen.ts'
import { screens } from '../screens.ts'

/** The title of the document: what is shown, first the most specific. */
export function titleOf(found: Found | undefined, box: string): string {
  if (!found) return `No such page · ${box}`
  const { screen, params } = found
  const list = screens.find(({ path }) => path === screen.within)
  return [...Object.values(params), (list ?? screen).title, box].join(' · ')
}
