import { useSignal } from '@preact/signals'
import { box } from '../../calls/box.ts'
import { serviceNow } from '../../calls/clock.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { Lever } from '../../parts/fields/Lever.tsx'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { prefer, preferences, zone } from '../../preferences/preferences.ts'
import { isZone, type Preferences } from '../../preferences/read-preferences.ts'
import { browserZone, dateTimeIn } from '../../words/dates.ts'

const themes: readonly { value: Preferences['theme']; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** What a user prefers on this browser: the appearance, shortcuts, and the zone of dates. */
export function Browser() {
  const { theme, letterKeys, zone: chosen } = preferences.value
  const isOther = chosen !== 'browser' && chosen !== 'box'
  return (
    <>
      <h2>Appearance</h2>
      <Segmented label="Appearance" choices={themes} value={theme} onChange={(value) => prefer({ theme: value })} />
      <h2>Shortcuts</h2>
      <Lever on={letterKeys} label="Single-key shortcuts" onChange={(on) => prefer({ letterKeys: on })} />
      <p class="muted">
        For example <kbd>e</kbd> to edit and <kbd>g</kbd> <kbd>f</kbd> to go to the features. Turn them off if you use
        voice control.
      </p>
      <h2>Dates</h2>
      <Segmented
        label="Time zone of dates"
        value={isOther ? 'other' : chosen}
        choices={[
          { value: 'browser', label: `Browser time zone (${browserZone()})` },
          { value: 'box', label: `System time zone${box.value ? ` (${box.value.timeZone})` : ''}` },
          { value: 'other', label: 'Another' },
        ]}
        onChange={(value) => prefer({ zone: value === 'other' ? zone.value : value })}
      />
      {isOther && <OtherZone />}
      <p class="muted">It is now {dateTimeIn(serviceNow(), zone.value)}.</p>
    </>
  )
}

function OtherZone() {
  const typed = useSignal(preferences.value.zone)
  return (
    <Field label="Time zone" problem={isZone(typed.value) ? undefined : 'This time zone is unknown'}>
      {(control) => (
        <Combobox
          {...control}
          value={typed.value}
          onInput={(next) => {
            typed.value = next
            if (isZone(next)) prefer({ zone: next })
          }}
          options={(text) =>
            Intl.supportedValuesOf('timeZone')
              .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
              .slice(0, 50)
              .map((value) => ({ value }))
          }
        />
      )}
    </Field>
  )
}
