import { failureSentence } from '../../../calls/failures.ts'
import type { Because } from '../../../confirm/because.ts'
import { endSuccesses, toast } from '../../../notices/toasts.ts'
import { operationsOf } from '../../../records/operations.ts'
import { heldOf } from '../../../records/records.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { type ApiState, stateOf } from './moves.ts'

/** What is announced with a deprecation. `null` removes a member. */
export interface Announcement {
  readonly sunset_at?: number | null
  readonly successor?: string | null
}

interface StateChange extends Announcement {
  readonly because?: Because
}

const done = {
  staging: 'is back in staging.',
  published: 'is published again.',
  deprecated: 'is deprecated.',
  removed: 'is removed.',
} as const satisfies Record<ApiState, string>

/** Moves an API to a state, says so, and offers to take it back where that is possible. Rejects as the service does. */
export async function changeState(api: GatewayApi, to: ApiState, options: StateChange = {}): Promise<void> {
  const { because, ...announced } = options
  const id = api.id ?? ''
  await write(id, { state: to, ...announced }, because)
  const from = stateOf(api)
  const { sunset_at = null, successor = null } = api
  const back = () => write(id, { state: from, sunset_at, successor })
  endSuccesses() // what they offer to take back may be impossible now
  toast(`${id} ${done[to]}`, {
    ...(isTakenBack(from, to) && {
      action: {
        label: 'Undo',
        run: () =>
          void back().then(
            () => toast(`${id} is ${from} again.`),
            (error: unknown) => toast(failureSentence(error), { aspect: 'danger' }),
          ),
      },
    }),
  })
}

/** Whether a move can be taken back: between `published` and `deprecated` an API goes both ways. */
const isTakenBack = (from: ApiState, to: ApiState): boolean =>
  [from, to].every((state) => state === 'published' || state === 'deprecated')

async function write(id: string, body: { readonly state: ApiState } & Announcement, because?: Because): Promise<void> {
  const take = heldOf('apis').expect(id)
  take(await operationsOf('apis').patch({ id, body }, because))
}
