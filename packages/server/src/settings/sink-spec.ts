/** A sink in the settings: where it copies to, which events, and the options of its destination. */
export interface SinkSpec {
  readonly id: string
  /** An address, whose scheme chooses the driver. */
  readonly to: string
  readonly [option: string]: unknown
}

/** The options that every sink takes. */
export const commonOptions = ['id', 'to', 'domains', 'patterns', 'types', 'format', 'source'] as const

/** Reads the setting `sinks`: a list of objects, or its JSON. */
export function readSinkSpecs(value: unknown): readonly SinkSpec[] | undefined {
  const list = typeof value === 'string' ? parsed(value) : value
  return Array.isArray(list) && list.every(isSpec) && areUnique(list) ? list : undefined
}

function parsed(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSpec = (value: unknown): value is SinkSpec =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'to' in value &&
  typeof value.id === 'string' &&
  /^[A-Za-z0-9_.-]{1,100}$/.test(value.id) &&
  typeof value.to === 'string' &&
  /^[a-z0-9+-]+:\/\/[^\s]+$/.test(value.to)

const areUnique = (list: readonly SinkSpec[]): boolean => new Set(list.map(({ id }) => id)).size === list.length
