/** What a user prefers on this browser. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** Whether single letters are keys, such as `e` for edit. */
  readonly letterKeys: boolean
  /** The zone in which dates are shown: that of the browser, that of the box, or the IANA name of another. */
  readonly zone: string
  /** Whether the group *Advanced* of the menu is unfolded. */
  readonly advanced: boolean
}

/** The preferences of a browser that has stored none. */
export const defaultPreferences: Preferences = { theme: 'system', letterKeys: true, zone: 'browser', advanced: false }

/** Reads stored preferences. Members that are missing or invalid have their default. */
export function readPreferences(text: string | null): Preferences {
  const given = parsed(text)
  const { theme, letterKeys, zone, advanced } = given
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    letterKeys: letterKeys !== false,
    zone: typeof zone === 'string' && (isPlace(zone) || isZone(zone)) ? zone : 'browser',
    advanced: advanced === true,
  }
}

/** Whether a name is that of a time zone which this browser knows. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const isPlace = (zone: string): boolean => zone === 'browser' || zone === 'box'

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
