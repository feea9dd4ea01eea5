import { useState } from 'preact/hooks'
import { now } from '../../../calls/clock.ts'
import { may } from '../../../calls/session.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { dateTimeIn, fromNow } from '../../../words/dates.ts'
import { ApiMarks } from '../../health/Marks.tsx'
import type { RecordTab } from '../../record/RecordScreen.tsx'
import { canPublish, stateOf } from '../life/moves.ts'
import { type Deployment, deploymentsHere } from '../served/deployments-here.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { isServed } from '../served/served.ts'
import { Compare } from './Compare.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import './deployments.css'

/** The publications of an API: who, when and which version; any two compared; any restored. */
export const deploymentsTab: RecordTab<GatewayApi> = {
  id: 'deployments',
  label: 'Deployments',
  count({ id }) {
    const here = deploymentsHere(id).value
    return here.state === 'ready' ? here.value.length : undefined
  },
  show: ({ id, draft: { value } }) => <Deployments id={id} api={value} />,
}

function Deployments({ id, api }: { readonly id: string; readonly api: GatewayApi }) {
  const here = deploymentsHere(id).value
  const [restored, restore] = useState<Deployment>()
  if (here.state === 'loading') return <Late>Loading the deployments…</Late>
  if (here.state === 'failed') return <Failure error={here.error} retry={here.retry} />
  const [newest] = here.value
  if (!newest)
    return (
      <p class="muted">
        {isServed(api)
          ? 'It is served as it is saved: its state was set without a publication.'
          : 'It has never been published.'}{' '}
        Each publication is kept here, so you can compare and restore it.
      </p>
    )
  const mayRestore = may('U', 'Api', id) && canPublish(stateOf(api))
  return (
    <div class="deployments">
      <ol class="deployment-list">
        {here.value.map((one) => (
          <li key={one.id}>
            <b class="key">{one.version}</b>
            <span class="muted">
              <At instant={one.at} />
              {one.owner !== undefined && (
                <>
                  {' '}
                  by <bdi>{one.owner}</bdi>
                </>
              )}
            </span>
            {one === newest
              ? isServed(api) && <ApiMarks id={id} marks={[{ word: 'Serving', is: 'clear' }]} />
              : mayRestore && (
                  <button type="button" aria-label={`Restore ${one.version}…`} onClick={() => restore(one)}>
                    Restore…
                  </button>
                )}
          </li>
        ))}
      </ol>
      {here.value.length > 1 && <Compare id={id} deployments={here.value} />}
      {restored && <RestoreDialog id={id} deployment={restored} newest={newest} onClose={() => restore(undefined)} />}
    </div>
  )
}

/** An instant: how long ago, and as a date when it is pointed at. */
const At = ({ instant }: { readonly instant: number }) => (
  <time dateTime={new Date(instant).toISOString()} title={dateTimeIn(instant, zone.value)}>
    {fromNow(Math.min(instant, now.value), now.value)}
  </time>
)
