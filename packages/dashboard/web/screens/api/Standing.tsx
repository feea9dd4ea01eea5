import { Aspect } from '../../parts/signs/Aspect.tsx'
import { counted } from '../../words/words.ts'
import { ApiMarks, Marks } from '../health/Marks.tsx'
import { draftChangesHere } from './draft/draft-changes.ts'
import { newestHere } from './served/deployments-here.ts'
import type { GatewayApi } from './served/gateway-api.ts'
import { isServed } from './served/served.ts'
import { standingOf } from './standing.ts'

/** What an API serves, and whether there is a draft. */
export function Standing({ id, saved }: { readonly id: string; readonly saved: GatewayApi }) {
  const mark = standingOf(saved, newestHere(id)?.version)
  const changes = draftChangesHere(id, saved)?.length ?? 0
  return (
    <p class="api-standing">
      {isServed(saved) ? <ApiMarks id={id} marks={[mark]} /> : <Marks marks={[mark]} />}
      {changes > 0 && <Aspect is="caution">Draft, {counted(changes, 'change')}</Aspect>}
    </p>
  )
}
