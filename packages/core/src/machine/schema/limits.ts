/** The limits of bodies and records: the option of the core and of `toHono`, and the server's environment variable. */
export const limitVariables = {
  bodyLimit: 'SIGNALBOX_BODY_LIMIT',
  apiBodyLimit: 'SIGNALBOX_API_BODY_LIMIT',
} as const

/** The name of a limit option. */
export type LimitName = keyof typeof limitVariables

/** The most bytes of JSON, by option. */
export type Limits = Readonly<Record<LimitName, number>>

const MIB = 1024 * 1024

/** The limits where no option is set. */
export const defaultLimits: Limits = { bodyLimit: MIB, apiBodyLimit: 16 * MIB }

/** A number of bytes, and what to do about larger values. */
export interface Limit {
  readonly bytes: number
  /** What to do, as the end of a sentence after a colon. */
  readonly wayOut: string
}

/** A limit by its option, or a fixed number of bytes, at most `bodyLimit`. */
export const limitOf = (limits: Limits, name: LimitName | number): Limit =>
  typeof name === 'number'
    ? { bytes: Math.min(name, limits.bodyLimit), wayOut: 'send only the members of this call' }
    : { bytes: limits[name], wayOut: `send less, or raise ${name} (${limitVariables[name]} of the server)` }
