import { type Consumer, hookOf, lagWords, nameOf, toShow } from '../../log/consumers.ts'
import { pathTo } from '../../place/path-to.ts'
import type { Need } from './needs.ts'

/** From this lag on, in seconds, somebody should look. */
const LATE = 60

/** What reads the log and is more than a minute behind, with where to look. */
export const lateConsumers = (consumers: readonly Consumer[]): readonly Need[] =>
  toShow(consumers)
    .filter(({ lag }) => lag > LATE)
    .map((consumer) => {
      const hook = hookOf(consumer)
      const name = hook === undefined ? [nameOf(consumer)] : ['The webhook ', { name: hook, is: 'record' as const }]
      return {
        ...{ key: `consumer ${consumer.name}`, aspect: 'caution', word: 'Late' },
        sentence: [...name, hook === undefined ? ': ' : ' is ', `${lagWords(consumer)}.`],
        to: hook === undefined ? '/settings?tab=box' : pathTo('/hooks/:id', { id: hook }),
      }
    })
