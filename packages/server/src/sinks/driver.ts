import type { Sink } from '@signalbox/core/sinks'
import type { EnvelopeOptions } from '@signalbox/sinks'
import type { Settings } from '../settings/settings.ts'
import type { OptionKinds } from './options.ts'

/** What a driver gets from the settings. */
export interface Destination {
  /** The id of the sink. */
  readonly id: string
  /** The address, with its scheme. */
  readonly to: string
  /** The options of the destination, with the values of environment variables. They are valid for its scheme. */
  readonly options: Readonly<Record<string, unknown>>
  readonly envelope: EnvelopeOptions
  /** The settings of the server, for destinations that share some. */
  readonly settings: Settings
}

/** Makes the sink of a destination. It connects with its first call. Throws an `Error` that says what is invalid. */
export type Driver = (destination: Destination) => Promise<Sink>

/** How addresses of a scheme are opened. */
export interface Scheme {
  /** The packages of the driver, which the program installs. */
  readonly packages: readonly string[]
  /** Whether several sinks may write to one destination. Others would take the events of the other sink for their own. @default false */
  readonly isShared?: boolean
  /** The options of its destinations, besides the common ones. */
  readonly options: OptionKinds
  /** Loads the sink and the packages. */
  readonly load: () => Promise<Driver>
}
