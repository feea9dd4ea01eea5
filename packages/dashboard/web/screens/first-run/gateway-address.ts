/** The address of the gateway. MERGE: replace by `addressOf(api)` of the API screen, which reads `gatewayUrl`. */
export const gatewayAddress = (): string => `http://${location.hostname}:9080`
