import { Stamp } from '../../parts/history/Stamp.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { counted } from '../../words/words.ts'
import type { Health } from './health.ts'

/** How the deliveries of a webhook go, in a few words. */
export function HealthWords({ health }: { readonly health: Health }) {
  switch (health.state) {
    case 'unknown':
      return null
    case 'new':
      return <span class="muted">No deliveries yet</span>
    case 'delivers':
      return (
        <>
          <Aspect is="clear">Delivers</Aspect>{' '}
          <span class="muted">
            <Stamp timestamp={health.last} age />
          </span>
        </>
      )
    case 'fails':
      return (
        <>
          <Aspect is="caution">Fails</Aspect>{' '}
          <span class="muted">
            {counted(health.failures, 'time')}: {health.why}
          </span>
        </>
      )
    case 'banned':
      return (
        <>
          <Aspect is="danger">{health.since === undefined ? 'Stopped' : 'Banned'}</Aspect>{' '}
          {health.since !== undefined && (
            <span class="muted">
              <Stamp timestamp={health.since} age />: {health.why}
            </span>
          )}
        </>
      )
  }
}
