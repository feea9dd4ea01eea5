/** The most contexts that are kept for a script. */
const MOST = 5

/** The contexts with a further one first. Each is kept once, and the oldest are dropped. */
export const withContext = (contexts: readonly string[], text: string): readonly string[] =>
  [text, ...contexts.filter((one) => one !== text)].slice(0, MOST)

/** Reads what was kept; nothing if it is not a list of texts. */
export function readContexts(kept: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

const nameOf = (id: string): string => `signalbox.contexts.${id}`

/** The contexts in which a script was run in this tab, the last one first. */
export const keptContexts = (id: string): readonly string[] => readContexts(sessionStorage.getItem(nameOf(id)))

/** Keeps the contexts of a script in this tab. */
export const keepContexts = (id: string, contexts: readonly string[]): void =>
  sessionStorage.setItem(nameOf(id), JSON.stringify(contexts))
