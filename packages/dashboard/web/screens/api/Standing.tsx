import { Aspect } from '../../parts/Aspect.tsx'
import { counted } from '../../words.ts'
import { useFailing } from '../health/outcomes-here.ts'
import { newestHere } from './deployments-here.ts'
import { draftChangesHere } from './draft-changes.ts'
import type { GatewayApi } from './gateway-api.ts'
import { isServed } from './served.ts'
import { standingOf } from './standing.ts'

/** What an API serves, and whether there is a draft. */
export function Standing({ id, saved }: { readonly id: string; readonly saved: GatewayApi }) {
  const failing = useFailing(id)
  const { aspect, text } = standingOf(saved, newestHere(id)?.version)
  const changes = draftChangesHere(id, saved)?.length ?? 0
  return (
    <p class="api-standing">
      {failing && isServed(saved) && <Aspect is="danger">Failing</Aspect>}
      <Aspect is={aspect}>{text}</Aspect>
      {changes > 0 && <Aspect is="caution">Draft, {counted(changes, 'change')}</Aspect>}
    </p>
  )
}
