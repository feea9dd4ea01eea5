import { api } from '../../../calls/api.ts'
import type { Because } from '../../../confirm/because.ts'
import { toast } from '../../../notices/toasts.ts'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { ApiDiff } from '../draft/ApiDiff.tsx'
import type { ApiChange } from '../draft/draft-changes.ts'
import type { Deployment } from '../served/deployments-here.ts'
import { deploymentDiffHere } from './deployment-diff.ts'

interface RestoreProps {
  readonly id: string
  readonly deployment: Deployment
  /** What is served now. */
  readonly newest: Deployment
  onClose(): void
}

/** Asks before an earlier deployment is served again, and shows what that changes. */
export function RestoreDialog({ id, deployment, newest, onClose }: RestoreProps) {
  const diff = deploymentDiffHere(id, { from: newest.id, to: deployment.id }).value
  const isClosed =
    diff.state === 'ready' && diff.value.some(({ what, members }) => what === 'plan' && members.some(reopens))
  const run = async (because: Because) => {
    await api.apis.deployments.restore({ id, deploymentId: deployment.id }, because)
    toast(`${id} ${deployment.version} is restored.`)
  }
  return (
    <Confirm wide title={`Restore ${id} ${deployment.version}?`} action="Restore" why run={run} onClose={onClose}>
      <div class="api-ask">
        <p>
          It is published again, as a new deployment. The draft stays as it is
          {isClosed ? ', and plans that are closed stay closed.' : '.'}
        </p>
        {diff.state === 'loading' && <Late>Comparing with what is served…</Late>}
        {diff.state === 'failed' && <Failure error={diff.error} retry={diff.retry} />}
        {diff.state === 'ready' &&
          (diff.value.length === 0 ? (
            <p class="muted">It serves the same as now.</p>
          ) : (
            <ApiDiff changes={diff.value} was="Served" now="Restored" />
          ))}
      </div>
    </Confirm>
  )
}

/** Whether a change would open a closed plan again. */
const reopens = ({ pointer, from }: ApiChange['members'][number]): boolean =>
  pointer.endsWith('/status') && from === 'closed'
