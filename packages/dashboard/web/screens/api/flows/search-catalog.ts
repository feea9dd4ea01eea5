import { shortName } from '../../routes/route-row.ts'
import type { Plugin, Slot } from './slot.ts'

/** A plugin that can be added, and why it cannot be. */
export interface Offer {
  readonly plugin: Plugin
  /** Absent: it can be added. */
  readonly why?: string
}

/** The plugins whose name, id, category or description has all words, those whose name has them first. */
export function searchCatalog(
  catalog: readonly Plugin[],
  { words, category, slots }: { readonly words: string; readonly category: string; readonly slots: readonly Slot[] },
): readonly Offer[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (texts: readonly string[]) => {
    const text = texts.join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  const inName = ({ name, id }: Plugin) => has([name, shortName(id)])
  const found = catalog.filter(
    (plugin) =>
      (category === '' || (plugin.categories as readonly string[]).includes(category)) &&
      has([plugin.name, shortName(plugin.id), plugin.description, ...plugin.categories]),
  )
  return [...found.filter(inName), ...found.filter((plugin) => !inName(plugin))].map((plugin) => {
    const isTaken = !plugin.multi_instance && slots.some((slot) => slot.plugin === plugin.id)
    return isTaken
      ? { plugin, why: 'A flow can have this plugin only once, and this flow already has it.' }
      : { plugin }
  })
}
