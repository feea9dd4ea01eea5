import type { Variation } from './plan.ts'

/** Names the variations of a flag: by their given names, or else by short values. All names differ. */
export function nameVariations(values: readonly unknown[], given: readonly (string | undefined)[] = []): Variation[] {
  const taken = new Set<string>()
  return values.map((value, i) => {
    const wanted = given[i]?.trim() || textOf(value) || `variation-${i}`
    let name = wanted
    for (let more = i; taken.has(name); more++) name = `${wanted}-${more}`
    taken.add(name)
    return { name, value }
  })
}

const MOST_CHARACTERS = 60

function textOf(value: unknown): string | undefined {
  if (typeof value === 'object' || value === undefined) return undefined
  const text = String(value)
  return text.length <= MOST_CHARACTERS ? text : undefined
}
