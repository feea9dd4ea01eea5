import { may } from '../../../calls/session.ts'
import { pathOf } from '../../../kinds/kinds.ts'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { index } from '../../../records/tree.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

interface BackendPickerProps {
  readonly api: GatewayApi
  /** The id of the API. */
  readonly id: string
  readonly backend: string | undefined
  readonly problem: readonly string[]
  onChange(next: string | undefined, step?: string): void
}

/** How many stored backends are offered. */
const OFFERED = 20

/** Picks the backend of a route: one of the API, or one that is stored for all APIs. */
export function BackendPicker({ api, id, backend = '', problem, onChange }: BackendPickerProps) {
  const stored = may('R', 'Backend') ? index('backends') : undefined
  const own = api.backends ?? []
  const options = (text: string) => {
    const words = text.toLowerCase()
    // A name that is typed out is not what one searches for: all others are offered, too.
    const wanted = own.some((one) => one.id === text) || stored?.find(text) ? '' : words
    return [
      ...own
        .filter((one) => one.id.toLowerCase().includes(wanted))
        .map((one) => ({ value: one.id, hint: 'of this API' })),
      ...(stored?.search(wanted, OFFERED) ?? [])
        .filter((one) => !own.some((local) => local.id === one.id))
        .map((one) => ({ value: one.id, hint: 'stored' })),
    ]
  }
  return (
    <Field
      label="Backend"
      problem={problem}
      hint={backend === '' ? 'Without a backend, a plugin of the flow must answer.' : undefined}
      after={backend !== '' && <BackendLink api={api} id={id} backend={backend} />}
    >
      {(control) => (
        <Combobox
          {...control}
          value={backend}
          placeholder="none"
          source={`${own.length} ${stored?.version.value}`}
          options={options}
          onInput={(next) => onChange(next === '' ? undefined : next, 'backend')}
        />
      )}
    </Field>
  )
}

interface BackendLinkProps {
  readonly api: GatewayApi
  readonly id: string
  readonly backend: string
  readonly children?: string
}

/** A link to a backend: the part of the API with its own ones, or the record of a stored one. */
export function BackendLink({ api, id, backend, children = 'Open' }: BackendLinkProps) {
  const isOwn = (api.backends ?? []).some((one) => one.id === backend)
  if (isOwn)
    return <Link to={`${pathOf('apis', id)}?part=backends&backend=${encodeURIComponent(backend)}`}>{children}</Link>
  return may('R', 'Backend', backend) ? <Link to={pathOf('backends', backend)}>{children}</Link> : null
}
