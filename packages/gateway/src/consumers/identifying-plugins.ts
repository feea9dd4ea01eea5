import { PLUGIN_PREFIX } from '@signalbox/core/gateway'

/** The ids of the plugins of the catalog that identify consumers, by what consumers present. */
export const identifyingPlugins = {
  apiKey: `${PLUGIN_PREFIX}ApikeyCalls`,
  jwt: `${PLUGIN_PREFIX}JwtUserExtractor`,
  certificate: `${PLUGIN_PREFIX}HasClientCertMatchingValidator`,
  remoteToken: `${PLUGIN_PREFIX}OIDCJwtVerifier`,
} as const
