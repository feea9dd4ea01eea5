import { useEffect, useMemo, useState } from 'preact/hooks'
import type { TextPlace } from '../../code/places.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { TextArea, TextField } from '../../parts/fields/fields.tsx'
import { Code } from '../../parts/json/Code.tsx'
import { useJsonText } from '../../parts/json/use-json-text.ts'
import { problemsBelow, withMembers } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { completeWorkflow } from './complete-workflow.ts'
import { language, loadLanguage } from './language.ts'
import { Outline } from './Outline.tsx'
import { outlineOf } from './outline.ts'
import { placesIn } from './places-in.ts'
import { RunPanel } from './RunPanel.tsx'
import { templates } from './templates.ts'

/** A workflow as text, its outline beside it, and a run of it. */
export function ProgramTab(shown: ShownRecord<RecordOf<'workflows'>>) {
  const { draft, edit, mayEdit } = shown
  const { value, problems } = draft
  const [sought, setSought] = useState<{ readonly place: TextPlace }>()
  useEffect(() => void loadLanguage(), [])
  const nodes = useMemo(() => outlineOf(value.config), [value.config])
  const json = useJsonText({
    label: 'Program',
    pointer: '/config',
    value: value.config,
    onChange: (config, step) => edit(withMembers(value, { config: config ?? {} }), step),
  })
  const isJson = json.problems.length === 0
  const places = useMemo(() => (isJson ? placesIn(json.text) : undefined), [json.text, isJson])
  const words = language.value
  const marked = Object.entries(problems)
    .filter(([at]) => at.startsWith('/config'))
    .flatMap(([at, sentences]) =>
      sentences.map((message) => ({ message, place: places && placeOf(places, at.slice('/config'.length)) })),
    )
  return (
    <div class="workflow">
      {mayEdit && (
        <div>
          <TextField
            label="Name"
            value={value.name ?? ''}
            problem={problemsBelow(problems, '/name')}
            onInput={(name) => edit(withMembers(value, { name: name === '' ? undefined : name }), 'name')}
          />
          <TextArea
            label="Description"
            rows={2}
            value={value.description ?? ''}
            problem={problemsBelow(problems, '/description')}
            onInput={(text) => edit(withMembers(value, { description: text === '' ? undefined : text }), 'description')}
          />
          {nodes.length <= 1 && (
            <p class="begin-with">
              <span class="muted">Start with</span>
              {templates.map(({ label, config }) => (
                <button key={label} type="button" onClick={() => edit({ ...value, config })}>
                  {label}
                </button>
              ))}
            </p>
          )}
        </div>
      )}
      <div class="workflow-text">
        <Code
          label="Program"
          language="json"
          rows={[12, 34]}
          value={json.text}
          readOnly={!mayEdit}
          hint="Nodes with values in JSON. ${path} reads the memory of the run"
          problems={isJson ? marked : json.problems.map((message) => ({ message }))}
          complete={(text, offset) => words && completeWorkflow(text, offset, words)}
          sought={sought}
          onInput={json.onInput}
        />
        <section aria-labelledby="outline">
          <h2 id="outline">Outline</h2>
          <Outline
            nodes={nodes}
            problems={problems}
            onGo={(pointer) => {
              const place = places?.get(pointer)
              if (place) setSought({ place })
            }}
          />
        </section>
      </div>
      <RunPanel {...shown} nodes={nodes} />
    </div>
  )
}

/** The place of a value, or of what it should be in. */
function placeOf(places: ReadonlyMap<string, TextPlace>, pointer: string): TextPlace | undefined {
  const found = places.get(pointer)
  return found ?? (pointer === '' ? undefined : placeOf(places, pointer.slice(0, pointer.lastIndexOf('/'))))
}
