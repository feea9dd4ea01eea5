import type { Settings } from '../settings/settings.ts'

/** The port on which a gateway should listen. */
export interface WantedPort {
  readonly port: number
  /** Whether the start fails if the port is in use; otherwise the server starts without a gateway. */
  readonly isRequired: boolean
}

/** What was said of the gateway. */
type Given = Partial<Pick<Settings, 'gatewayPort'>> & { readonly gateway?: boolean | undefined }

/**
 * The port of the gateway; `undefined` if there should be none. If nobody chose it, it is that of the settings, or any
 * free port if the server itself takes any.
 */
export function wantedPort(given: Given, { gatewayPort, port, demo }: Settings): WantedPort | undefined {
  const isChosen = given.gatewayPort !== undefined
  const isWanted = given.gateway ?? (isChosen || demo)
  if (!isWanted || gatewayPort === 'off') return undefined
  return { port: port === 0 && !isChosen ? 0 : gatewayPort, isRequired: isChosen }
}
