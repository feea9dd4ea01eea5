import { useState } from 'preact/hooks'
import { problemsIn, withOthers } from '../../code/places.ts'
import { kinds, type RecordOf } from '../../kinds/kinds.ts'
import { SelectField, TextField } from '../../parts/fields/fields.tsx'
import { Code } from '../../parts/json/Code.tsx'
import { contextText } from '../../preferences/context-at-hand.ts'
import { problemsBelow } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { completeScript } from '../scripting/complete-script.ts'
import { keepContexts, keptContexts, withContext } from '../scripting/contexts.ts'
import { languageChoices } from '../scripting/language-names.ts'
import { RunPanel } from '../scripting/RunPanel.tsx'
import { isUntouched, templates } from '../scripting/templates.ts'
import { type Source, useRun } from '../scripting/use-run.ts'

/** The form of a script: its name, its language and its text, and a run of it as it is edited. */
export function ScriptForm({ id, draft: { value, problems }, edit }: ShownRecord<RecordOf<'scripts'>>) {
  const { name, description, source } = value
  const [contexts, setContexts] = useState(() => keptContexts(id))
  const [context, setContext] = useState(() => contexts[0] ?? contextText.peek())
  const run = useRun(source, context, (text) => {
    const next = withContext(contexts, text)
    keepContexts(id, next)
    setContexts(next)
  })
  const problemsOf = (pointer: string) => problemsBelow(problems, pointer)
  const setSource = (next: Partial<Source>, step?: string) => edit({ ...value, source: { ...source, ...next } }, step)
  return (
    <>
      <section class="script-form" aria-label="Script">
        <TextField
          label="Name"
          value={name}
          problem={problemsOf('/name')}
          onInput={(next) => edit({ ...value, name: next }, 'name')}
        />
        <TextField
          label="Description"
          value={description ?? ''}
          problem={problemsOf('/description')}
          onInput={(text) => {
            const { description: _, ...rest } = value
            edit(text === '' ? rest : { ...rest, description: text }, 'description')
          }}
        />
        <SelectField
          label="Language"
          problem={problemsOf('/source/type')}
          value={source.type}
          choices={languageChoices}
          onChange={(type) => setSource({ type })}
        />
        {source.type === 'javascript' && isUntouched(source.script, blank) && (
          <p class="begin-with">
            <span class="muted">Start with</span>
            {templates.map(({ label, script }) => (
              <button key={label} type="button" onClick={() => setSource({ script })}>
                {label}
              </button>
            ))}
          </p>
        )}
        <Code
          label="Script"
          hint="It calls enabled() or disabled(). With http.fetch, it can call services that the server allows."
          language={source.type}
          rows={[10, 30]}
          value={source.script}
          problems={withOthers(problemsIn(problemsOf('/source/script')), run.problems)}
          complete={(text, offset) => completeScript(text, offset, run.context)}
          onInput={(script) => setSource({ script }, 'script')}
        />
      </section>
      <RunPanel run={run}>
        <Code
          label="Context"
          language="json"
          rows={[2, 12]}
          value={context}
          problems={run.problem === undefined ? [] : problemsIn([run.problem])}
          onInput={setContext}
        />
        <EarlierContexts texts={contexts.filter((text) => text !== context)} choose={setContext} />
      </RunPanel>
    </>
  )
}

const blank = kinds.scripts.blank('').source.script

interface EarlierProps {
  readonly texts: readonly string[]
  choose(text: string): void
}

/** The contexts in which the script was run before, in this tab. */
const EarlierContexts = ({ texts, choose }: EarlierProps) =>
  texts.length === 0 ? null : (
    <p class="begin-with">
      <span class="muted">Earlier</span>
      {texts.map((text) => (
        <button key={text} type="button" class="key" onClick={() => choose(text)}>
          {brief(text)}
        </button>
      ))}
    </p>
  )

/** A context in one short line. */
const brief = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
