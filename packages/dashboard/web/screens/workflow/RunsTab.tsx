import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { count } from '../../words/words.ts'
import { outlineOf } from './outline.ts'
import { RunView } from './RunView.tsx'
import { runsHere, type ShownRun } from './run-workflow.ts'
import { type RunTold, shownRun } from './runs-told.ts'

interface RunsTabProps {
  readonly id: string
  readonly config: unknown
}

/** The last runs of a workflow, whoever began them, and the tests of this tab, the newest first. */
export function RunsTab({ id, config }: RunsTabProps) {
  const nodes = useMemo(() => outlineOf(config), [config])
  const told = useSignal<readonly RunTold[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const here = runsHere.value.get(id) ?? []
  const running = here.filter(({ state }) => state === 'running').length
  const load = async () => {
    error.value = undefined
    try {
      told.value = (await api.workflows.runs({ id })).results
    } catch (failure) {
      error.value = failure
    }
  }
  useEffect(() => void load(), [id, running])
  const tests = here.filter(({ isTest }) => isTest)
  if (error.value !== undefined) return <Failure error={error.value} retry={() => void load()} />
  if (!told.value) return <Late>Loading the runs…</Late>
  if (told.value.length + tests.length === 0)
    return (
      <Empty title="No runs yet">
        <p>Runs of programs, of the gateway and of this page appear here, with their journal and their logs.</p>
      </Empty>
    )
  const runs = [...told.value.map(shownRun), ...tests.map((run) => ({ ...run, key: `test ${run.number}` }))]
  return (
    <>
      <div class="bar">
        <p class="muted">The last 50 runs in the memory of this server, and the tests of this tab.</p>
        <button type="button" onClick={() => void load()}>
          Refresh
        </button>
      </div>
      <ol class="workflow-runs">
        {runs
          .sort((one, other) => other.at - one.at)
          .map((run) => (
            <li key={run.key}>
              <RunItem run={run}>
                <RunView run={run} nodes={nodes} />
              </RunItem>
            </li>
          ))}
      </ol>
    </>
  )
}

const states = {
  running: <span>Running</span>,
  done: <Aspect is="clear">Done</Aspect>,
  failed: <Aspect is="danger">Failed</Aspect>,
  canceled: <span>Canceled</span>,
} as const

function RunItem({ run, children }: { readonly run: ShownRun; readonly children: ComponentChildren }) {
  const isOpen = useSignal(false)
  const { at, state, isTest, by, ms } = run
  return (
    <details
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        {states[state]} <span>{dateTimeIn(at, zone.value)}</span>{' '}
        <span class="muted">
          {isTest ? 'a test of an edited version' : <>by {by === undefined ? 'the program' : <bdi>{by}</bdi>}</>}
          {ms !== undefined && `, ${count(Math.max(1, Math.round(ms)))} ms`}
        </span>
      </summary>
      {isOpen.value && children}
    </details>
  )
}
