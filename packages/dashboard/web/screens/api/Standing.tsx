import { Aspect } from '../../parts/signs/Aspect.tsx'
import { counted } from '../../words/words.ts'
import { useFailing } from '../health/outcomes-here.ts'
import { draftChangesHere } from './draft/draft-changes.ts'
import { newestHere } from './served/deployments-here.ts'
import type { GatewayApi } from './served/gateway-api.ts'
import { isServed } from './served/served.ts'
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
