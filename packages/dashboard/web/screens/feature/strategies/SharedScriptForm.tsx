import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../api.ts'
import { Combobox } from '../../../parts/Combobox.tsx'
import { Field } from '../../../parts/Field.tsx'
import { may } from '../../../session.ts'
import { languageNames } from './describe.ts'
import type { FormProps } from './strategy.ts'
import './script.css'

type Scripts = Awaited<ReturnType<typeof api.scripts.list>>['results']

/** How many scripts the picker offers. Others can be typed. */
const OFFERED = 500

/** The scripts whose id or name contains a text. A script that is chosen already leaves all others on offer. */
const optionsFor = (scripts: Scripts, text: string) =>
  scripts
    .filter(
      ({ id, name }) =>
        scripts.some((one) => one.id === text) || `${id} ${name}`.toLowerCase().includes(text.toLowerCase()),
    )
    .map(({ id, name }) => ({ value: id, hint: name }))

/** The form of `GLOBAL_SCRIPT`: which of the scripts that features share. */
export function SharedScriptForm({ feature: { parameters }, onChange, problemsOf }: FormProps<'GLOBAL_SCRIPT'>) {
  const { ref } = parameters
  const [scripts, setScripts] = useState<Scripts>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    api.scripts.list({ pageSize: OFFERED }).then(
      ({ results }) => setScripts(results),
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    )
  }, [])
  const chosen = scripts?.find(({ id }) => id === ref)
  return (
    <>
      <Field
        label="Script"
        problem={problemsOf('/ref')}
        hint={ref !== '' && scripts && !chosen ? 'There is no such script yet: the feature is inactive.' : undefined}
      >
        {(control) => (
          <Combobox
            {...control}
            value={ref}
            placeholder="Choose a script"
            onInput={(next) => onChange({ ref: next }, 'ref')}
            source={scripts}
            options={(text) => optionsFor(scripts ?? [], text)}
          />
        )}
      </Field>
      {!may('R', 'Script') && <p class="muted">You may not read scripts, so you cannot choose one.</p>}
      {failure && <p class="problem-line">{failure}</p>}
      {chosen && (
        <>
          <p class="muted">
            <bdi>{chosen.name}</bdi>, {languageNames[chosen.source.type]}
            {chosen.description && (
              <>
                : <bdi>{chosen.description}</bdi>
              </>
            )}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
          <pre class="script-text" dir="ltr" tabIndex={0}>
            {chosen.source.script}
          </pre>
        </>
      )}
    </>
  )
}
