import { healthCheckDefaults } from '@signalbox/core/gateway'
import { TextField } from '../../parts/fields/fields.tsx'
import { Lever } from '../../parts/fields/Lever.tsx'
import { NumberField } from './NumberField.tsx'
import { StatusesField } from './StatusesField.tsx'
import type { Settings, SettingsProps } from './settings.ts'

interface HealthCheckProps extends SettingsProps<NonNullable<Settings['health_check']>> {
  /** The JSON Pointer of the settings, from the record. */
  readonly pointer: string
}

/** Whether and how targets are called to learn if they are healthy. */
export function HealthCheck({ value, pointer, problemsOf, onChange }: HealthCheckProps) {
  const { enabled = false, url = '', blockOnRed = false } = value
  const number = (
    name: keyof typeof healthCheckDefaults & keyof typeof value,
    label: string,
    unit: string,
    min = 1,
  ) => (
    <NumberField
      label={label}
      unit={unit}
      min={min}
      value={value[name] as number | undefined}
      absent={healthCheckDefaults[name] as number}
      problem={problemsOf(`/${name}`)}
      onChange={(next) => onChange({ [name]: next }, name)}
    />
  )
  return (
    <>
      <Lever
        on={enabled}
        label={enabled ? 'Targets are called' : 'Targets are not called'}
        onChange={(on) => onChange({ enabled: on })}
      />
      {enabled && (
        <>
          <TextField
            label="Path"
            mono
            value={url}
            placeholder="/health"
            problem={problemsOf('/url')}
            onInput={(next) => onChange({ url: next }, 'url')}
          />
          {number('interval', 'Every', 'ms', 100)}
          {number('timeout', 'Fails after', 'ms')}
          {number('healthyAfter', 'Healthy after', 'successes in a row')}
          {number('unhealthyAfter', 'Unhealthy after', 'failures in a row')}
          <StatusesField
            label="Healthy"
            placeholder="200-399"
            pointer={`${pointer}/healthyStatuses`}
            value={value.healthyStatuses}
            problem={problemsOf('/healthyStatuses')}
            onChange={(next) => onChange({ healthyStatuses: next }, 'healthy')}
          />
          <StatusesField
            label="Unhealthy"
            placeholder="none"
            hint="Statuses that are unhealthy even if they are in the line above."
            pointer={`${pointer}/unhealthyStatuses`}
            value={value.unhealthyStatuses}
            problem={problemsOf('/unhealthyStatuses')}
            onChange={(next) => onChange({ unhealthyStatuses: next }, 'unhealthy')}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={blockOnRed}
              onChange={({ currentTarget: { checked } }) => onChange({ blockOnRed: checked || undefined })}
            />
            Unhealthy targets get no requests, even if most are unhealthy
          </label>
        </>
      )}
    </>
  )
}
