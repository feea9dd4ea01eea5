import { clientDefaults } from '@signalbox/core/gateway'
import { Lever } from '../../../parts/fields/Lever.tsx'
import { NumberField } from '../../backend/NumberField.tsx'
import { StatusesField } from '../../backend/StatusesField.tsx'
import type { SettingsProps } from '../../backend/settings.ts'
import type { ClientEntry } from './client-settings.ts'

type Client = NonNullable<ClientEntry['client']>

interface ClientFieldsProps extends SettingsProps<Client> {
  /** The JSON Pointer of the settings, from the API. */
  readonly pointer: string
}

type NumberName = Exclude<keyof typeof clientDefaults, 'useCircuitBreaker' | 'retryStatuses'>

interface Row {
  readonly name: NumberName
  readonly label: string
  readonly unit: string
  readonly hint?: string
}

/** The numbers among the settings, by what they are about. */
const groups: readonly { readonly title: string; readonly rows: readonly Row[] }[] = [
  {
    title: 'Timeouts',
    rows: [
      { name: 'connectionTimeout', label: 'To connect', unit: 'ms' },
      { name: 'callTimeout', label: 'To answer', unit: 'ms', hint: 'Per attempt, until the response headers arrive.' },
      {
        name: 'callAndStreamTimeout',
        label: 'Whole response',
        unit: 'ms',
        hint: 'Per attempt, including the body. 0: no limit.',
      },
      { name: 'globalTimeout', label: 'All attempts', unit: 'ms', hint: 'Including the delays between them.' },
      { name: 'idleTimeout', label: 'Idle after', unit: 'ms' },
    ],
  },
  {
    title: 'Retries',
    rows: [
      { name: 'retries', label: 'Attempts', unit: 'at most', hint: '1: failed requests are not retried.' },
      { name: 'retryInitialDelay', label: 'First delay', unit: 'ms' },
      { name: 'backoffFactor', label: 'Multiply the delay by', unit: 'each time' },
      {
        name: 'retryBodyBytes',
        label: 'Bodies up to',
        unit: 'bytes',
        hint: 'Requests with a larger body are never retried.',
      },
      {
        name: 'retryBudget',
        label: 'Budget',
        unit: 'of the requests',
        hint: 'The largest share of requests that can be retried, from 0 to 1.',
      },
    ],
  },
  {
    title: 'Circuit breaker',
    rows: [
      { name: 'maxErrors', label: 'Opens after', unit: 'failures of a target' },
      { name: 'sampleInterval', label: 'Counted within', unit: 'ms' },
    ],
  },
  {
    title: 'Connections',
    rows: [
      { name: 'maxConnections', label: 'At most', unit: 'to one target' },
      { name: 'keepAlive', label: 'Kept idle for', unit: 'ms' },
    ],
  },
]

const shares: readonly NumberName[] = ['retryBudget', 'backoffFactor']

/** Edits timeouts, retries, the circuit breaker and connections. Settings that it does not know stay as they are. */
export function ClientFields({ value, pointer, problemsOf, onChange }: ClientFieldsProps) {
  const isBreaking = value.useCircuitBreaker ?? clientDefaults.useCircuitBreaker
  return (
    <>
      {groups.map(({ title, rows }) => (
        <section key={title} class="client-group" aria-label={title}>
          <h3>{title}</h3>
          {title === 'Circuit breaker' && (
            <Lever
              on={isBreaking}
              label={isBreaking ? 'Failing targets are left out for a while' : 'Failing targets keep getting requests'}
              onChange={(on) => onChange({ useCircuitBreaker: on })}
            />
          )}
          {(title !== 'Circuit breaker' || isBreaking) &&
            rows.map(({ name, label, unit, hint }) => (
              <NumberField
                key={name}
                label={label}
                unit={unit}
                hint={hint}
                absent={clientDefaults[name]}
                step={shares.includes(name) ? 'any' : 1}
                value={value[name]}
                problem={problemsOf(`/${name}`)}
                onChange={(next) => onChange({ [name]: next }, name)}
              />
            ))}
          {title === 'Retries' && (
            <StatusesField
              label="Also on"
              placeholder="none"
              hint="Retry when the backend answers with one of these."
              pointer={`${pointer}/retryStatuses`}
              value={value.retryStatuses}
              problem={problemsOf('/retryStatuses')}
              onChange={(next) => onChange({ retryStatuses: next }, 'retryStatuses')}
            />
          )}
        </section>
      ))}
    </>
  )
}
