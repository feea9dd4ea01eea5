/**
 * The domain of events about the keys that sign tokens. Data planes follow them. Neither streams, listeners nor webhooks get
 * them.
 */
export const internalDomain = 'SigningKey'
