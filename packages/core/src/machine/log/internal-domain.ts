/**
 * The domain of events about the keys that sign tokens. Data planes follow them. Neither streams, listeners nor webhooks get
 * them.
 */
export const internalDomain = 'SigningKey'

/** The domain of events that make sinks copy the records of a snapshot. Only sinks get them. */
export const sinkDomain = 'Sink'

/** Whether a domain is of use only within Signalbox. */
export const isInternal = (domain: string): boolean => domain === internalDomain || domain === sinkDomain
