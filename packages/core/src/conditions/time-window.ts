/** The days of the week, from Monday. */
export const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/**
 * A window of time. Local dates and times are in `timezone`, else in the instance's time zone. At least one part is
 * given.
 */
export interface TimeWindow {
  /** The first date: ISO 8601, or as in DATE_RANGE. */
  readonly from?: string
  /** The last date: until the end of its last second, or of the day if it has no time. */
  readonly to?: string
  /** The time of day from which on, such as `22:00`. @default '00:00' */
  readonly startTime?: string
  /** The time of day until which (excluded). Before `startTime`, the window passes midnight. @default midnight */
  readonly endTime?: string
  /** A window that passes midnight belongs to the day on which it starts. */
  readonly days?: readonly (typeof days)[number][]
  /** An IANA name. */
  readonly timezone?: string
}

/** The members of a window. */
export const windowMembers = ['from', 'to', 'startTime', 'endTime', 'days', 'timezone'] satisfies (keyof TimeWindow)[]
