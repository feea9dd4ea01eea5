import { useRef, useState } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import { problemsIn } from '../../code/places.ts'
import { useKeys } from '../../keys/keys.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { Field } from '../../parts/fields/Field.tsx'
import { Code } from '../../parts/json/Code.tsx'
import { mount } from '../../place/mount.ts'
import { lostDigits } from '../../values/json-text.ts'
import { keyLabel } from '../../words/words.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { budgets, readBudgets, type TypedBudgets } from './budgets.ts'
import type { OutlineNode } from './outline.ts'
import { RunView } from './RunView.tsx'
import { runsHere, runWorkflow } from './run-workflow.ts'

interface RunPanelProps extends ShownRecord<RecordOf<'workflows'>> {
  readonly nodes: readonly OutlineNode[]
}

/** Runs a workflow as it is saved, or, for admins, as it is edited. Its effects are real in both cases. */
export function RunPanel({ id, draft, mayEdit, nodes }: RunPanelProps) {
  const { value, saved, isEdited, unreadable } = draft
  const [input, setInput] = useState('')
  const [typed, setTyped] = useState<TypedBudgets>({})
  const cancel = useRef(() => {})
  const [latest] = runsHere.value.get(id) ?? []
  const read = readInput(input)
  const lowered = readBudgets(typed)
  const isRunning = latest?.state === 'running'
  const mayTest = mayEdit && may('U', 'Workflow')
  const isTest = isEdited || saved === undefined
  const canRun =
    'input' in read && lowered !== undefined && !isRunning && (!isTest || (mayTest && unreadable.length === 0))
  const run = () => {
    if (!canRun) return
    const config = isTest ? { config: value.config } : {}
    cancel.current = runWorkflow({ id, ...config, input: read.input, budgets: lowered })
  }
  useKeys([{ keys: 'Ctrl+Enter', label: 'Run the workflow', run, when: canRun }])
  if (mount.readOnly) return null
  return (
    <section class="run" data-own-undo aria-labelledby="run-title">
      <h2 id="run-title">Run it</h2>
      <Code
        label="Input"
        language="json"
        rows={[2, 12]}
        value={input}
        hint="JSON, read as ${input}. Empty: null"
        problems={'problem' in read ? problemsIn([read.problem]) : []}
        onInput={setInput}
      />
      <details>
        <summary>Lower the budgets</summary>
        <div class="workflow-budgets">
          {budgets.map(({ name, label, unit }) => (
            <Field
              key={name}
              label={unit === '' ? label : `${label} (${unit})`}
              stacked
              problem={readBudgets({ [name]: typed[name] ?? '' }) ? undefined : 'A whole number above 0'}
            >
              {(control) => (
                <input
                  {...control}
                  inputMode="numeric"
                  placeholder="as the service"
                  value={typed[name] ?? ''}
                  onInput={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
      <div class="bar">
        <button type="button" disabled={!canRun} aria-busy={isRunning} onClick={run}>
          {isTest ? 'Test the edited version' : 'Run'} <kbd>{keyLabel('Ctrl+Enter')}</kbd>
        </button>
        {isRunning && (
          <button type="button" onClick={() => cancel.current()}>
            Cancel
          </button>
        )}
        <span class="muted">
          {isTest && !mayTest
            ? 'Only admins can run unsaved workflows.'
            : 'It runs with your rights. Its effects are real: it changes records and calls services.'}
        </span>
      </div>
      {latest && <RunView run={latest} nodes={nodes} />}
    </section>
  )
}

function readInput(text: string): { readonly input: unknown } | { readonly problem: string } {
  if (text.trim() === '') return { input: undefined }
  try {
    const lost = lostDigits(text)
    return lost === undefined ? { input: JSON.parse(text) } : { problem: lost }
  } catch (error) {
    return { problem: `The input is not JSON. ${(error as Error).message}` }
  }
}
