/** A JSON object of an export. */
export type Json = Readonly<Record<string, unknown>>

/** What a translation has to say about one record. */
export interface Findings {
  /** What is not as it was, though nobody gets in who could not before. */
  note(sentence: string): void
  /** Why the record cannot be imported without opening or breaking something. */
  refuse(sentence: string): void
  /** Whether a plugin or member may be left out whatever it did: the one who imports named it. */
  mayDrop(name: string): boolean
}

/** Takes down what translations say. */
export function collectFindings(dropped: ReadonlySet<string> = new Set()) {
  const notes: string[] = []
  const refusals: string[] = []
  const findings: Findings = {
    note: (sentence) => void notes.push(sentence),
    refuse: (sentence) => void refusals.push(sentence),
    mayDrop(name) {
      if (!dropped.has(name)) return false
      notes.push(`${name} is left out, as asked`)
      return true
    },
  }
  return { findings, notes, refusals }
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Whether a member says anything: `null`, and empty texts, lists and objects do not. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** A value without members and items that are `null`, which stand for absent ones in exports. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls) as T
  if (!isJson(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)])) as T
}

/** Those members of an object that have one of these names. */
export const pick = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]] as const])))
