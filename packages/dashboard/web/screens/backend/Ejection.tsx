import { outlierDefaults } from '@signalbox/core/gateway'
import { Lever } from '../../parts/fields/Lever.tsx'
import { NumberField } from './NumberField.tsx'
import type { Settings } from './settings.ts'

type Outlier = NonNullable<Settings['outlier']>

interface EjectionProps {
  readonly value: Outlier | undefined
  problemsOf(pointer: string): readonly string[]
  onChange(next: Outlier | undefined, step?: string): void
}

/** Whether targets whose requests fail get none for some time. */
export function Ejection({ value, problemsOf, onChange }: EjectionProps) {
  const number = (name: keyof typeof outlierDefaults, label: string, unit: string, share = false) => (
    <NumberField
      label={label}
      unit={unit}
      absent={outlierDefaults[name]}
      min={name === 'consecutiveFailures' ? 1 : 0}
      {...(share ? { max: 1, step: 'any' as const } : {})}
      value={value?.[name]}
      problem={problemsOf(`/${name}`)}
      onChange={(next) => {
        const { [name]: _, ...others } = value ?? {}
        onChange(next === undefined ? (others as Outlier) : { ...value, [name]: next }, name)
      }}
    />
  )
  return (
    <>
      <Lever
        on={value !== undefined}
        label={value ? 'Failing targets are ejected' : 'Failing targets are not ejected'}
        onChange={(on) => onChange(on ? {} : undefined)}
      />
      {value && (
        <>
          {number('consecutiveFailures', 'Ejected after', 'failures in a row')}
          {number('interval', 'Counted within', 'ms')}
          {number('baseEjection', 'First ejection for', 'ms')}
          {number('maxEjection', 'At most for', 'ms')}
          {number('maxEjected', 'Together at most', 'of the targets, as a share from 0 to 1', true)}
        </>
      )}
    </>
  )
}
