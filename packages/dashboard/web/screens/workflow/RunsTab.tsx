import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { dateTimeIn } from '../../dates.ts'
import { Empty } from '../../parts/Empty.tsx'
import { zone } from '../../preferences.ts'
import { outlineOf } from './outline.ts'
import { RunView } from './RunView.tsx'
import type { RunHere } from './run-workflow.ts'
import { runsHere } from './run-workflow.ts'

interface RunsTabProps {
  readonly id: string
  readonly config: unknown
}

/** The runs that were begun in this tab, the newest first. */
export function RunsTab({ id, config }: RunsTabProps) {
  const nodes = useMemo(() => outlineOf(config), [config])
  const runs = runsHere.value.get(id) ?? []
  if (runs.length === 0)
    return (
      <Empty title="No runs in this tab yet">
        <p>
          Run it on the tab “Program”. What it returned, its journal and its logs stay here until the tab is closed.
        </p>
      </Empty>
    )
  return (
    <ol class="workflow-runs">
      {runs.map((run) => (
        <li key={run.number}>
          <RunItem run={run}>
            <RunView run={run} nodes={nodes} />
          </RunItem>
        </li>
      ))}
    </ol>
  )
}

function RunItem({ run, children }: { readonly run: RunHere; readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const { at, state, isTest } = run
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {dateTimeIn(at, zone.value)}: {isTest ? 'a test of what was edited' : 'a run'},{' '}
        {{ running: 'running', done: 'done', failed: 'failed', canceled: 'canceled' }[state]}
      </summary>
      {isOpen && children}
    </details>
  )
}
