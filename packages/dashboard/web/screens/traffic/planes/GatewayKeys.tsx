import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { failureSentence } from '../../../calls/failures.ts'
import { confirmed } from '../../../confirm/question.ts'
import { toast } from '../../../notices/toasts.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { mount } from '../../../place/mount.ts'
import { counted, listed } from '../../../words/words.ts'
import { NewGatewayKey } from './NewGatewayKey.tsx'
import { usersOf } from './plane-words.ts'
import type { Plane } from './use-planes.ts'

type GatewayKey = Awaited<ReturnType<typeof api.gatewayKeys.get>>

/** The most keys that are listed. */
const MOST = 1000

/** The gateway keys, with the data planes that use them. Only admins may read them. */
export function GatewayKeys({ planes }: { readonly planes: readonly Plane[] }) {
  const keys = useSignal<readonly GatewayKey[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const isCreating = useSignal(false)
  const load = async () => {
    error.value = undefined
    try {
      keys.value = (await api.gatewayKeys.list({ page: 1, pageSize: MOST })).results
    } catch (failure) {
      error.value = failure
    }
  }
  useEffect(() => void load(), [])
  const remove = async (id: string) => {
    const users = usersOf(id, planes)
    const stops = `${counted(users.length, 'data plane')} can no longer receive changes: ${listed(users)}.`
    const because = await confirmed([id], {
      ...{ title: `Delete the gateway key ${id}?`, action: 'Delete', danger: true, isFinal: true },
      means: [...(users.length > 0 ? [stops] : []), 'The key is lost. Data planes that use it are rejected at once.'],
    })
    if (!because) return
    try {
      await api.gatewayKeys.delete({ id }, because)
      toast(`The gateway key ${id} is deleted.`)
    } catch (failure) {
      toast(failureSentence(failure), { aspect: 'danger' })
    }
    await load()
  }
  return (
    <section class="gateway-keys" aria-labelledby="gateway-keys">
      <div class="bar">
        <h2 id="gateway-keys">Gateway keys</h2>
        {!mount.readOnly && (
          <button type="button" onClick={() => (isCreating.value = true)}>
            <Icon name="plus" />
            New gateway key
          </button>
        )}
      </div>
      <p class="muted">Data planes in separate processes identify themselves with these keys.</p>
      {error.value !== undefined && <Failure error={error.value} retry={() => void load()} />}
      {keys.value?.length === 0 && <p>No gateway keys yet.</p>}
      <ul class="planes">
        {keys.value?.map(({ id = '', name }) => (
          <li key={id}>
            <div class="bar">
              <bdi class="key">{id}</bdi>
              {name !== undefined && name !== id && <span dir="auto">{name}</span>}
              <span class="muted">{usedBy(usersOf(id, planes))}</span>
              {!mount.readOnly && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Delete the gateway key ${id}`}
                  onClick={() => remove(id)}
                >
                  <Icon name="trash-2" />
                  Delete
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isCreating.value && (
        <NewGatewayKey
          onClose={() => {
            isCreating.value = false
            void load()
          }}
        />
      )}
    </section>
  )
}

const usedBy = (planes: readonly string[]): string =>
  planes.length === 0 ? 'No data plane uses it' : `Used by ${listed(planes)}`
