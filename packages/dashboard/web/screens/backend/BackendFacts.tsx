import { Facts } from '../../parts/lists/Facts.tsx'
import { addressText } from './address.ts'
import { settingsInWords } from './backend-words.ts'
import './backend.css'
import type { Backend } from './settings.ts'
import { TargetHealth } from './TargetHealth.tsx'
import type { BackendState } from './target-states.ts'

interface BackendFactsProps {
  readonly backend: Backend
  readonly states: readonly BackendState[]
}

/** A backend for those who may not change it. */
export function BackendFacts({ backend: { backend = {}, client }, states }: BackendFactsProps) {
  const words = settingsInWords(backend)
  return (
    <Facts
      facts={[
        [
          'Targets',
          (backend.targets ?? []).map((target, at) => (
            <span key={at} class="line">
              <bdi class="key">{`${target.tls ? 'https' : 'http'}://${addressText(target)}`}</bdi>{' '}
              {target.weight !== undefined && <span class="muted">weight {target.weight} </span>}
              {target.backup && <span class="muted">backup </span>}
              <TargetHealth states={states} target={target} />
            </span>
          )),
        ],
        ['Path', words.path],
        ['Load balancing', words.balancing],
        ['Health checks', words.health],
        ['Ejection', words.ejection],
        ['TLS', words.tls],
        ['Client settings', client],
      ]}
    />
  )
}
