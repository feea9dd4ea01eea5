/** A JSON object of an export. */
export type Json = Readonly<Record<string, unknown>>

/** What a translation reports about one record. */
export interface Findings {
  /** Reports a change of behaviour that does not give anyone additional access. */
  note(sentence: string): void
  /** Reports why the record cannot be imported without giving additional access or breaking something. */
  refuse(sentence: string): void
  /** Whether the user listed a plugin or member to be left out, whatever its effect. */
  mayDrop(name: string): boolean
}

/** Collects the findings of translations. */
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

/** Whether a member has a value: not `null`, and not an empty text, list or object. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Removes members and items that are `null`, which in exports means absent. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls) as T
  if (!isJson(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)])) as T
}

/** Returns the members of an object with these names. */
export const pick = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]] as const])))
