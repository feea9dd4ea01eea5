/**
 * Where the data of experiments is stored. Keys begin with the experiment's id and a slash, which ids do not contain,
 * so the keys of `a` and of `a:b` never overlap.
 */

/** Counters: one record per experiment, under its id. */
export const TALLIES = 'experiment-tallies'
/** The binding and the first and last actions of each client. */
export const CLIENTS = 'experiment-clients'
/** Variant events by id. */
export const EVENTS = 'experiment-events'
/** Event counts by hour. */
export const HOURS = 'experiment-hours'
/** Responses remembered by `Idempotency-Key`. */
export const ANSWERS = 'experiment-answers'

/** A record for each layer, under its name, written with each range that is added to it. A commit checks its version. */
export const LAYERS = 'experiment-layers'
/** The ranges of layers. */
export const RANGES = 'experiment-ranges'

/** The key of the range of an experiment. Names of layers contain no slash, as ids. */
export const rangeKey = (layer: string, experimentId: string): string => `${layer}/${experimentId}`

/** The key of a record that belongs to an experiment. */
export const storageKey = (experimentId: string, name: string): string => `${experimentId}/${name}`

/** Splits a key into the experiment's id and the name after it. */
export function fromStorageKey(key: string): { experimentId: string; name: string } {
  const slash = key.indexOf('/')
  return { experimentId: key.slice(0, slash), name: key.slice(slash + 1) }
}
