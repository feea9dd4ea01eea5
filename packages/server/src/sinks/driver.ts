import type { Sink } from '@signalbox/core/sinks'
import type { EnvelopeOptions } from '@signalbox/sinks'
import type { Settings } from '../settings.ts'

/** What a driver gets from the settings. */
export interface Destination {
  /** The address, with its scheme. */
  readonly to: string
  /** The options of the destination, with the values of environment variables. */
  readonly options: Readonly<Record<string, unknown>>
  readonly envelope: EnvelopeOptions
  /** The settings of the server, for destinations that share some. */
  readonly settings: Settings
}

/** Makes the sink of a destination. It connects with its first call. */
export type Driver = (destination: Destination) => Promise<Sink>

/** How addresses of a scheme are opened. */
export interface Scheme {
  /** The packages of the driver, which the program installs. */
  readonly packages: readonly string[]
  /** The options of its destinations, besides the common ones. */
  readonly options: readonly string[]
  /** Loads the driver and its packages. */
  readonly load: () => Promise<Driver>
}
