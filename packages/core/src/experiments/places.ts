/** Where experiments keep what belongs to them. Keys begin with the experiment's id and a slash, which no id has: `a` never reaches into `a:b`. */

/** Counters, one record an experiment, under its id. */
export const TALLIES = 'experiment-tallies'
/** What is known of each client. */
export const CLIENTS = 'experiment-clients'
/** Variant events by id. */
export const EVENTS = 'experiment-events'
/** Events counted by the hour. */
export const HOURS = 'experiment-hours'
/** Answers remembered by `Idempotency-Key`. */
export const ANSWERS = 'experiment-answers'

/** The key of something that belongs to an experiment. */
export const placeOf = (experimentId: string, name: string): string => `${experimentId}/${name}`

/** What a key names, behind its experiment. */
export function fromPlace(key: string): { experimentId: string; name: string } {
  const slash = key.indexOf('/')
  return { experimentId: key.slice(0, slash), name: key.slice(slash + 1) }
}
