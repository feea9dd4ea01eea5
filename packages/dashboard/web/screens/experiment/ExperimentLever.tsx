import type { Experiment } from '@signalbox/core/contract'
import { counted } from '../../words/words.ts'
import { LeverCard } from '../record/LeverCard.tsx'
import { resultsHere } from './results-here.ts'
import { boundOf } from './variants/bound.ts'

interface ExperimentLeverProps {
  readonly experiment: Experiment
  readonly mayEdit: boolean
}

/** The name and the lever of an experiment, which acts at once, and how many clients take part. */
export function ExperimentLever({ experiment: { id, name, enabled, shipped }, mayEdit }: ExperimentLeverProps) {
  const bound = boundOf(resultsHere(id).value)
  const clients = bound && [...bound.values()].reduce((sum, count) => sum + count, 0)
  return (
    <LeverCard kind="experiments" id={id} enabled={enabled} mayEdit={mayEdit}>
      {(on) => (
        <p>
          {name !== id && (
            <>
              <b dir="auto">{name}</b>{' '}
            </>
          )}
          <span class="muted">
            {!on && shipped !== undefined ? `Shipped: every client gets ${shipped}.` : clientsInWords(clients, on)}
          </span>
        </p>
      )}
    </LeverCard>
  )
}

function clientsInWords(clients: number | undefined, on: boolean): string {
  if (clients === undefined) return on ? 'Takes new clients.' : 'Takes no new clients.'
  if (clients === 0) return on ? 'No clients yet.' : 'Not yet enabled: it takes no clients.'
  return `${counted(clients, 'client has', 'clients have')} a variant${on ? '.' : '; it takes no new ones.'}`
}
