import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { changeState } from './change-state.ts'
import { readStops } from './read-stops.ts'
import { type Stops, stopSentences } from './stops.ts'

/** Asks for the id before an API is taken out of service, and says what stops. */
export function RemoveDialog({ api, onClose }: { readonly api: GatewayApi; onClose(): void }) {
  const stops = useSignal<Stops | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    readStops(api).then(
      (found) => {
        stops.value = found
      },
      (failure: unknown) => {
        error.value = failure
      },
    )
  }, [api.id])
  return (
    <Confirm
      danger
      title={`Remove ${api.id}?`}
      action="Remove"
      typed={api.id ?? ''}
      why
      run={(because) => changeState(api, 'removed', { because })}
      onClose={onClose}
    >
      <div class="api-ask">
        {error.value !== undefined && <Failure error={error.value} />}
        {stops.value === undefined && error.value === undefined && <Late>Looking up what stops…</Late>}
        {stops.value && stopSentences(stops.value).map((sentence) => <p key={sentence}>{sentence}</p>)}
        <p>It no longer serves requests. You can move it back to staging, and publish it again from there.</p>
      </div>
    </Confirm>
  )
}
