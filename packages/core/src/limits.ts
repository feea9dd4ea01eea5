/** What bounds bodies and records, by the option of the core and of `toHono`, and the variable of the server that sets it. */
export const limitVariables = {
  bodyLimit: 'SIGNALBOX_BODY_LIMIT',
  apiBodyLimit: 'SIGNALBOX_API_BODY_LIMIT',
} as const

/** The option that bounds something. */
export type LimitName = keyof typeof limitVariables

/** The most bytes of JSON, by option. */
export type Limits = Readonly<Record<LimitName, number>>

const MIB = 1024 * 1024

/** What holds where nothing is set. */
export const defaultLimits: Limits = { bodyLimit: MIB, apiBodyLimit: 16 * MIB }

/** A number of bytes, and what to do about more. */
export interface Limit {
  readonly bytes: number
  /** To go on from a colon. */
  readonly wayOut: string
}

/** One of the limits, or a fixed one, which no option exceeds or raises. */
export const limitOf = (limits: Limits, name: LimitName | number): Limit =>
  typeof name === 'number'
    ? { bytes: Math.min(name, limits.bodyLimit), wayOut: 'send what the call takes, and nothing else' }
    : { bytes: limits[name], wayOut: `send less, or raise ${name} (${limitVariables[name]} of the server)` }
