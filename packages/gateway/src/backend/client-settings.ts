import { type CompiledBackend, clientDefaults } from '@signalbox/core/gateway'

/** How a backend is called, complete. Times are in milliseconds; 0: no limit. */
export type ClientSettings = Readonly<typeof clientDefaults>

/** How a backend is called: its client settings, complete. */
export const clientSettingsOf = ({ client }: CompiledBackend): ClientSettings => ({ ...clientDefaults, ...client })
