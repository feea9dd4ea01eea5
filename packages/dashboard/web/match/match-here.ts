import { signal } from '@preact/signals'
import type { linearMatch, Match, MatchedPart } from './linear-engine.ts'

const engine = signal<typeof linearMatch | undefined>(undefined)
let loading: Promise<void> | undefined

/** Loads the engine of regular expressions. It is large, and most screens need none. */
export function loadMatching(): Promise<void> {
  loading ??= import('./linear-engine.ts').then(
    (loaded) => {
      engine.value = loaded.linearMatch
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

/** The most expressions that are kept compiled. */
const MOST_KEPT = 200

const compiled = new Map<string, Match | undefined>()

/**
 * Compiles an expression that someone has stored, so that it runs in linear time whatever it is: that of the browser may
 * take forever. `undefined` if the service would reject it, and until the engine is loaded, which the first call starts.
 * Reads a signal: whoever is drawn with the result is drawn again when the engine is there.
 */
export function matchHere(source: string, part: MatchedPart): Match | undefined {
  const compile = engine.value
  if (!compile) {
    void loadMatching()
    return undefined
  }
  const key = `${part} ${source}`
  if (compiled.has(key)) return compiled.get(key)
  if (compiled.size >= MOST_KEPT) compiled.clear()
  const match = compile(source, part)
  compiled.set(key, match)
  return match
}
