import { Failure } from '../../parts/outcomes/Failure.tsx'
import { count, counted } from '../../words/words.ts'
import { Journal } from './Journal.tsx'
import { journalRows } from './journal-rows.ts'
import type { OutlineNode } from './outline.ts'
import type { ShownRun } from './run-workflow.ts'
import '../scripting/scripting.css'
import '../targeting/who.css'

interface RunViewProps {
  readonly run: ShownRun
  readonly nodes: readonly OutlineNode[]
}

/** What came of a run: its result, its journal and its logs. */
export function RunView({ run, nodes }: RunViewProps) {
  const { state, ms = 0, result, error, journal, omitted, logs, isTest, hasDetails } = run
  return (
    <div class="workflow-run">
      <div role="status" class={`verdict ${state === 'done' ? 'clear' : state === 'failed' ? 'danger' : ''}`}>
        <b>{{ running: 'Running.', done: 'Done.', failed: 'Failed.', canceled: 'Canceled.' }[state]}</b>{' '}
        <span class="muted">
          {isTest ? 'A test of an edited version. ' : ''}
          {state !== 'running' && `${count(Math.max(1, Math.round(ms)))} ms.`}
        </span>
      </div>
      {state === 'failed' && <Failure error={error} />}
      {!hasDetails && state === 'done' && (
        <p class="muted">
          Its result and its journal are no longer kept, or you don’t have the right to change the workflow.
        </p>
      )}
      {hasDetails && state === 'done' && (
        <>
          <p class="run-part">Result</p>
          <Value value={result} />
        </>
      )}
      {journal.length > 0 && (
        <>
          <p class="run-part">Journal</p>
          <Journal rows={journalRows(journal, nodes)} />
          {omitted > 0 && <p class="muted">{counted(omitted, 'further entry', 'further entries')} were dropped.</p>}
        </>
      )}
      {logs.length > 0 && (
        <>
          <p class="run-part">Logs</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre class="script-text" dir="ltr" tabIndex={0}>
            {logs.join('\n')}
          </pre>
        </>
      )}
    </div>
  )
}

/** A value as JSON. */
const Value = ({ value }: { readonly value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre class="script-text" dir="ltr" tabIndex={0}>
    {JSON.stringify(value, undefined, 2) ?? 'null'}
  </pre>
)
