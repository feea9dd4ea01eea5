import { now } from '../../../calls/clock.ts'
import { failureSentence } from '../../../calls/failures.ts'
import { confirmed } from '../../../confirm/question.ts'
import { pathOf } from '../../../kinds/kinds.ts'
import { toast } from '../../../notices/toasts.ts'
import { Link } from '../../../parts/ways/Link.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { dateTimeIn, fromNow } from '../../../words/dates.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { changeState } from './change-state.ts'
import { type Move, movesFrom, stateOf, states, stateWords } from './moves.ts'
import './life.css'

interface LifeProps {
  readonly api: GatewayApi
  readonly mayEdit: boolean
  /** Opens the dialog that asks before a move. */
  ask(to: 'published' | 'deprecated' | 'removed'): void
}

/** The life of an API: a line with its states, the present one filled, and the moves that are allowed from it. */
export function Life({ api, mayEdit, ask }: LifeProps) {
  const present = stateOf(api)
  const run = async ({ to, verb }: Move) => {
    if (to !== 'staging' && verb.endsWith('…')) return ask(to)
    const id = api.id ?? ''
    const because = await confirmed([id], { title: `${verb}: ${id}?`, action: verb })
    if (!because) return
    await changeState(api, to, { because }).catch((error: unknown) =>
      toast(failureSentence(error), { aspect: 'danger' }),
    )
  }
  return (
    <section class="life" aria-label="Life">
      <ol class="life-track">
        {states.map((state, i) => (
          <li
            key={state}
            class={i < states.indexOf(present) ? 'passed' : undefined}
            aria-current={state === present ? 'step' : undefined}
          >
            <span>{stateWords[state]}</span>
          </li>
        ))}
      </ol>
      {mayEdit && (
        <div class="bar life-moves">
          {movesFrom(present).map((move) => (
            <button
              key={move.to}
              type="button"
              class={move.to === 'published' && present === 'staging' ? 'primary' : undefined}
              onClick={() => void run(move)}
            >
              {move.verb}
            </button>
          ))}
        </div>
      )}
      <Announced api={api} />
    </section>
  )
}

/** Since when an API is deprecated, until when it is served, and what replaces it. */
function Announced({ api: { state, deprecated_at, sunset_at, successor } }: { readonly api: GatewayApi }) {
  if (state !== 'deprecated') return null
  return (
    <p class="muted">
      {deprecated_at !== undefined && `Deprecated ${fromNow(Math.min(deprecated_at, now.value), now.value)}. `}
      {sunset_at !== undefined && `Sunset on ${dateTimeIn(sunset_at, zone.value)}. `}
      {successor !== undefined && (
        <>
          Replaced by <Link to={pathOf('apis', successor)}>{successor}</Link>.
        </>
      )}
    </p>
  )
}
