import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { may } from '../../../calls/session.ts'
import { pathOf } from '../../../kinds/kinds.ts'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { Code } from '../../../parts/json/Code.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { contextText } from '../../../preferences/context-at-hand.ts'
import { languageNames } from '../../scripting/language-names.ts'
import { RunPanel } from '../../scripting/RunPanel.tsx'
import { useRun } from '../../scripting/use-run.ts'
import type { FormProps, ReadOnlyProps } from '../strategy.ts'

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
export function Form({ feature: { parameters }, onChange, problemsOf }: FormProps<'GLOBAL_SCRIPT'>) {
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
      {!may('R', 'Script') && <p class="muted">You can’t read scripts, so you can’t choose one.</p>}
      {failure && <p class="problem-line">{failure}</p>}
      {chosen && <Chosen script={chosen} />}
    </>
  )
}

/** The script that is chosen, which admins can run. */
function Chosen({ script: { id, name, description, source } }: { readonly script: Scripts[number] }) {
  const run = useRun(source, contextText.value)
  return (
    <>
      <p class="muted">
        <Link to={pathOf('scripts', id)}>{name || id}</Link>, {languageNames[source.type]}
        {description && (
          <>
            : <bdi>{description}</bdi>
          </>
        )}
      </p>
      <Code readOnly label="The script" language={source.type} value={source.script} problems={run.problems} />
      <RunPanel run={run}>
        <p class="muted">It runs with the context below.</p>
      </RunPanel>
    </>
  )
}

/** The shared script, to read only. */
export const ReadOnly = ({ parameters: { ref } }: ReadOnlyProps<'GLOBAL_SCRIPT'>) => (
  <p>
    The shared script{' '}
    {may('R', 'Script', ref) ? (
      <Link class="key" to={pathOf('scripts', ref)}>
        {ref}
      </Link>
    ) : (
      <bdi class="key">{ref}</bdi>
    )}{' '}
    decides.
  </p>
)
