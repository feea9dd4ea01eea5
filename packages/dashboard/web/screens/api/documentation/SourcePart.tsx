import { useSignal } from '@preact/signals'
import { api as service } from '../../../calls/api.ts'
import { may } from '../../../calls/session.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { counted } from '../../../words/words.ts'
import { ConfigEditor } from '../../schema-form/ConfigEditor.tsx'
import { sourceFields } from './documentation-fields.ts'
import type { PartProps } from './part-props.ts'

/** Where more of the documentation is loaded from, and a button that loads it now. */
export function SourcePart({ id, documentation, problems, edit }: PartProps) {
  return (
    <>
      <p class="muted">More documentation from an address, loaded after each publication and every hour.</p>
      <ConfigEditor
        label="The source"
        field={sourceFields}
        value={documentation.source}
        defaults={undefined}
        pointer="/documentation/source"
        settings={{ problems }}
        onChange={(next, step) =>
          edit({ source: Object.keys((next ?? {}) as object).length === 0 ? undefined : next }, step)
        }
      />
      {may('U', 'Api', id) && <Refresh id={id} />}
    </>
  )
}

/** What a refresh has loaded. */
type Refreshed = Awaited<ReturnType<typeof service.apis.documentation.refresh>>

function Refresh({ id }: { readonly id: string }) {
  const outcome = useSignal<Refreshed | { readonly error: unknown } | undefined>(undefined)
  const isBusy = useSignal(false)
  const run = async () => {
    isBusy.value = true
    outcome.value = await service.apis.documentation.refresh({ id }).catch((error: unknown) => ({ error }))
    isBusy.value = false
  }
  const { value } = outcome
  return (
    <div class="doc-refresh">
      <button type="button" disabled={isBusy.value} onClick={() => void run()}>
        <Icon name="refresh-cw" /> Refresh now
      </button>
      <span class="muted">Loads what is published, not this draft.</span>
      {value && 'error' in value && <Failure error={value.error} />}
      {value && 'fetched' in value && (
        <>
          <p role="status">
            {`${counted(value.fetched.length, 'address', 'addresses')} loaded, ${value.fetched.filter(({ changed }) => changed).length} with changes.`}
          </p>
          {value.failed.length > 0 && (
            <ul>
              {value.failed.map(({ url, problem }) => (
                <li key={url} class="problem-line">
                  <bdi class="key">{url}</bdi>: {problem}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
