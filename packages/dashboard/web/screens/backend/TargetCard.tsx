import { SelectField, TextField } from '../../parts/fields/fields.tsx'
import { Lever } from '../../parts/fields/Lever.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { withMembers } from '../record/members.ts'
import { addressText, type ReadAddress, readAddress } from './address.ts'
import { NumberField } from './NumberField.tsx'
import type { Target } from './settings.ts'
import { TargetHealth } from './TargetHealth.tsx'
import { TlsFields } from './TlsFields.tsx'
import type { BackendState } from './target-states.ts'
import { useReadText } from './use-read-text.ts'

interface TargetCardProps {
  readonly target: Target
  /** The place of the target, from 1. */
  readonly number: number
  /** The share of requests that it gets; absent if weights do not decide. */
  readonly share: number | undefined
  readonly states: readonly BackendState[]
  /** The JSON Pointer of the target, from the record. */
  readonly pointer: string
  problemsOf(pointer: string): readonly string[]
  /** Changes the target. `root` is the path of a URL that was pasted. */
  onChange(next: Target, step?: string, root?: string): void
  onRemove(): void
}

const protocols = ['HTTP/1.1', 'HTTP/2', 'h2c'] as const

/** One target of a backend: where it is, which share of requests it gets, and how it does. */
export function TargetCard(props: TargetCardProps) {
  const { target, number, share, states, pointer, problemsOf, onChange, onRemove } = props
  const { tls = false, weight, drained = false, backup = false, protocol, ip_address, tls_config, id } = target
  const set = (members: object, step?: string) => onChange(withMembers(target, members), step && `${pointer} ${step}`)
  const { hostname, port } = target
  const address = useReadText<ReadAddress>({
    pointer: `${pointer}/hostname`,
    value: { hostname, ...(port !== undefined && { port }) },
    textOf: addressText,
    read: readAddress,
    onChange(next) {
      const secured = next.tls === undefined ? {} : { tls: next.tls || undefined }
      const members = { hostname: next.hostname, port: next.port, ...secured }
      onChange(withMembers(target, members), `${pointer} address`, next.root)
    },
  })
  return (
    <li class="target-card">
      <div class="bar">
        <strong>Target {number}</strong>
        <span class="target-health">
          <TargetHealth states={states} target={target} />
        </span>
        <button type="button" class="quiet icon-only" aria-label={`Remove target ${number}`} onClick={onRemove}>
          <Icon name="x" />
        </button>
      </div>
      <TextField
        label="Address"
        mono
        value={address.text}
        placeholder="orders.internal:8080"
        hint={port === undefined ? `Port ${tls ? 443 : 80} by default. You can paste a URL.` : undefined}
        problem={address.problem ?? [...problemsOf('/hostname'), ...problemsOf('/port')]}
        onInput={address.onInput}
        after={
          <label class="check">
            <input
              type="checkbox"
              checked={tls}
              onChange={({ currentTarget: { checked } }) => set({ tls: checked || undefined })}
            />
            TLS
          </label>
        }
      />
      <NumberField
        label="Weight"
        unit="parts of the requests"
        value={weight}
        absent={1}
        max={1_000_000}
        problem={problemsOf('/weight')}
        hint={shareWords(share, { drained, backup })}
        onChange={(next) => set({ weight: next }, 'weight')}
      />
      <div class="target-levers">
        <Lever
          on={!drained}
          label={drained ? 'Taken out of service' : 'In service'}
          onChange={(on) => set({ drained: on ? undefined : true })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={backup}
            onChange={({ currentTarget: { checked } }) => set({ backup: checked || undefined })}
          />
          Only if no other is usable
        </label>
      </div>
      <details class="more-settings" open={protocol !== undefined || ip_address !== undefined}>
        <summary>Protocol and address</summary>
        <SelectField
          label="Protocol"
          value={protocol ?? ''}
          problem={problemsOf('/protocol')}
          choices={[
            { value: '', label: 'HTTP/1.1, the default' },
            ...protocols.map((value) => ({ value, label: value === 'h2c' ? 'HTTP/2 without TLS (h2c)' : value })),
          ]}
          onChange={(next) => set({ protocol: next === '' ? undefined : next })}
        />
        <TextField
          label="IP address"
          mono
          value={ip_address ?? ''}
          hint="Called instead of looking up the host name."
          problem={problemsOf('/ip_address')}
          onInput={(next) => set({ ip_address: next === '' ? undefined : next }, 'ip')}
        />
        <TextField
          label="Id"
          mono
          value={id ?? ''}
          placeholder={addressText(target)}
          hint="Its name in metrics and logs."
          problem={problemsOf('/id')}
          onInput={(next) => set({ id: next === '' ? undefined : next }, 'id')}
        />
      </details>
      {(tls || tls_config) && (
        <details class="more-settings" open={problemsOf('/tls_config').length > 0}>
          <summary>TLS of this target</summary>
          <TlsFields
            value={tls_config ?? {}}
            problemsOf={(member) => problemsOf(`/tls_config${member}`)}
            onChange={(members, step) => set({ tls_config: orAbsent(withMembers(tls_config ?? {}, members)) }, step)}
          />
        </details>
      )}
    </li>
  )
}

/** Settings without a member are absent. */
export const orAbsent = <T extends object>(value: T): T | undefined =>
  Object.keys(value).length === 0 ? undefined : value

function shareWords(share: number | undefined, { drained, backup }: { drained: boolean; backup: boolean }) {
  if (drained) return 'It gets no new requests; those in progress end.'
  if (backup) return 'It gets requests while no other target is usable.'
  if (share === undefined) return undefined
  return share === 0 ? 'It gets no requests.' : `It gets ${Number((share * 100).toFixed(1))}% of the requests.`
}
