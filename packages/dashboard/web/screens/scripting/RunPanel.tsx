import type { ComponentChildren } from 'preact'
import { count, keyLabel } from '../../words/words.ts'
import type { Outcome, Run } from './use-run.ts'
import '../targeting/who.css'
import './scripting.css'

interface RunPanelProps {
  readonly run: Run
  /** The context, or where it stands. */
  readonly children: ComponentChildren
}

/** Runs a script without saving it, and shows its result, its logs and how long it took. Those who may not are told so. */
export function RunPanel({ run: { mayRun, problem, isBusy, outcome, isFresh, run }, children }: RunPanelProps) {
  if (!mayRun) return <p class="muted">Only admins can run unsaved scripts.</p>
  return (
    <section class="run" data-own-undo aria-labelledby="run-title">
      <h2 id="run-title">Run it</h2>
      {children}
      <div class="bar">
        <button type="button" disabled={problem !== undefined} aria-busy={isBusy} onClick={run}>
          Run <kbd>{keyLabel('Ctrl+Enter')}</kbd>
        </button>
        <span class="muted">Nothing is saved.</span>
      </div>
      <div role="status">{outcome && <Result outcome={outcome} isFresh={isFresh} />}</div>
    </section>
  )
}

function Result({ outcome: { active, errors, logs, ms }, isFresh }: { outcome: Outcome; isFresh: boolean }) {
  const aspect = active === undefined ? 'danger' : active ? 'clear' : ''
  return (
    <div class={`verdict ${aspect}`}>
      <b>{active === undefined ? 'Failed.' : active ? 'Active.' : 'Not active.'}</b>{' '}
      {errors.map((sentence) => (
        <bdi key={sentence}>{sentence}</bdi>
      ))}
      <span class="muted">
        Answered in {count(Math.max(1, Math.round(ms)))} ms.
        {!isFresh && ' The script or the context has changed since.'}
      </span>
      {logs.length > 0 && (
        <>
          <h3>Logs</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre class="script-text" dir="ltr" tabIndex={0}>
            {logs.join('\n')}
          </pre>
        </>
      )}
    </div>
  )
}
