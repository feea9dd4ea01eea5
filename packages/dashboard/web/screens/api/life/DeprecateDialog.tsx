import { useState } from 'preact/hooks'
import { now } from '../../../calls/clock.ts'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { DateTimeField } from '../../../parts/fields/fields.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { index } from '../../../records/tree.ts'
import { dateTimeIn, fromNow } from '../../../words/dates.ts'
import { instantIn } from '../../../words/local-time.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { changeState } from './change-state.ts'

interface DeprecateProps {
  readonly api: GatewayApi
  onClose(): void
}

/** How many APIs are offered as successors. */
const OFFERED = 20

/** Asks when a deprecated API will no longer be served, and what replaces it. */
export function DeprecateDialog({ api, onClose }: DeprecateProps) {
  const [sunset, setSunset] = useState('')
  const [successor, setSuccessor] = useState(api.successor ?? '')
  const at = sunset === '' ? undefined : instantIn(sunset, zone.value)
  const isPast = at !== undefined && at <= now.value
  return (
    <Confirm
      title={`Deprecate ${api.id}`}
      action="Deprecate"
      onClose={onClose}
      why
      run={(because) =>
        changeState(api, 'deprecated', {
          because,
          ...(at !== undefined && { sunset_at: at }),
          ...(successor !== (api.successor ?? '') && { successor: successor === '' ? null : successor }),
        })
      }
    >
      <p class="api-ask">
        It stays in service. Responses tell clients that it is deprecated, and lint warns once its sunset has passed.
      </p>
      <DateTimeField
        label="Sunset"
        stacked
        value={sunset}
        onInput={setSunset}
        problem={isPast ? 'The sunset must be in the future' : undefined}
        hint={
          at === undefined
            ? `When it will no longer be served, in ${zone.value}. Optional.`
            : `${dateTimeIn(at, zone.value)}, ${fromNow(at, now.value)}.`
        }
      />
      <Field label="Successor" stacked hint="The API that replaces it. Optional.">
        {(control) => (
          <Combobox
            {...control}
            value={successor}
            onInput={setSuccessor}
            placeholder="id"
            source={index('apis').version.value}
            options={(text) =>
              index('apis')
                .search(text, OFFERED)
                .filter(({ id }) => id !== api.id)
                .map(({ id }) => ({ value: id }))
            }
          />
        )}
      </Field>
    </Confirm>
  )
}
