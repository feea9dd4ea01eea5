/** A step that can be skipped. */
export type Step = 'flag' | 'key' | 'paste'

/** How far somebody is with the guide. */
export interface Guide {
  /** What it leads to: a flag in a program, or an API behind the gateway. @default a flag */
  readonly path?: 'api'
  /** The feature that it has created. */
  readonly feature?: string
  /** The id of the API key that it has created. */
  readonly key?: string
  /** The id of the API that was called through the gateway. */
  readonly called?: string
  readonly skipped?: readonly Step[]
  readonly isClosed?: true
  /** Whether the user has opened it, which shows it in a system with records, too. */
  readonly isOpen?: true
}

const steps: readonly unknown[] = ['flag', 'key', 'paste'] satisfies Step[]

/** Reads a stored guide. Members that are missing or invalid are left out. */
export function readGuide(text: string | null): Guide {
  const { path, feature, key, called, skipped, isClosed, isOpen } = parsed(text)
  return {
    ...(path === 'api' && { path }),
    ...(isId(feature) && { feature }),
    ...(isId(key) && { key }),
    ...(isId(called) && { called }),
    ...(Array.isArray(skipped) && { skipped: skipped.filter((step): step is Step => steps.includes(step)) }),
    ...(isClosed === true && { isClosed }),
    ...(isOpen === true && { isOpen }),
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
