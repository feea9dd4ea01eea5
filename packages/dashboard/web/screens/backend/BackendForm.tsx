import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import { BackendSettings } from './BackendSettings.tsx'
import { balancingOf } from './balancing.ts'
import type { Backend, Settings, Target } from './settings.ts'
import { TargetCard } from './TargetCard.tsx'
import { type BackendState, sharesOf } from './target-states.ts'
import './backend.css'

interface BackendFormProps {
  readonly backend: Backend
  /** The JSON Pointer of the backend, from the record: `/backends/0`, or nothing for a stored one. */
  readonly pointer: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** How the data planes judge it. */
  readonly states: readonly BackendState[]
  /** The settings of requests, which belong to the API. */
  readonly children?: ComponentChildren
  onChange(next: Backend, step?: string): void
}

/** The ways to choose a target in which weights are shares. */
const weighted = ['RoundRobin', 'Random']

/** Edits the targets of a backend, and how they are used. Members that it does not know stay as they are. */
export function BackendForm({ backend, pointer, problems, states, children, onChange }: BackendFormProps) {
  const form = useRef<HTMLDivElement>(null)
  const { backend: settings = {} } = backend
  const { targets = [] } = settings
  const at = `${pointer}/backend`
  const problemsOf = (member: string) => problemsBelow(problems, at + member)
  const set = (members: object, step?: string) =>
    onChange({ ...backend, backend: withMembers(settings, members) as Settings }, step)
  const shares = weighted.includes(balancingOf(settings.load_balancing?.type).type) ? sharesOf(targets) : undefined
  const setTarget = (place: number, next: Target, step?: string, root?: string) => {
    const isFree = root !== undefined && (settings.root ?? '') === ''
    set({ targets: targets.map((one, i) => (i === place ? next : one)), ...(isFree && { root }) }, step)
  }
  return (
    <div ref={form} class="backend-form">
      {states.some(({ isPanicking }) => isPanicking) && (
        <p>
          <Aspect is="danger">Too few targets are usable</Aspect>, so failing targets still get requests.
        </p>
      )}
      <ul>
        {targets.map((target, place) => (
          <TargetCard
            key={place}
            target={target}
            number={place + 1}
            share={targets.length > 1 ? shares?.[place] : undefined}
            states={states}
            pointer={`${at}/targets/${place}`}
            problemsOf={(member) => problemsOf(`/targets/${place}${member}`)}
            onChange={(next, step, root) => setTarget(place, next, step, root)}
            onRemove={() => {
              set({ targets: targets.filter((_, i) => i !== place) })
              keepFocus(() => form.current?.querySelector('.add-target'))
            }}
          />
        ))}
      </ul>
      {(problems[`${at}/targets`] ?? []).map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
      {targets.length === 0 && <p class="muted">No target yet: requests to this backend fail.</p>}
      <button
        type="button"
        class="add-target"
        onClick={() => {
          set({ targets: [...targets, { hostname: '' }] })
          keepFocus(() => form.current?.querySelector('li:last-child input[type="text"]'))
        }}
      >
        <Icon name="plus" /> Add a target
      </button>
      <div class="backend-folded-list">
        <BackendSettings value={settings} pointer={at} problemsOf={problemsOf} onChange={set} />
        {children}
      </div>
    </div>
  )
}
