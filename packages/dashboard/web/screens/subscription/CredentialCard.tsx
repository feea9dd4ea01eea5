import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { now } from '../../calls/clock.ts'
import { may } from '../../calls/session.ts'
import { Copy } from '../../parts/json/Copy.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { zone } from '../../preferences/preferences.ts'
import { editing } from '../../records/drafts.ts'
import { dateTimeIn, fromNow } from '../../words/dates.ts'
import { hoursWords } from '../api/plans/quota-words.ts'
import { type Credential, credentialState, limitWords, previousUntil } from './credential-words.ts'
import { LimitsDialog } from './LimitsDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import type { Subscription } from './states.ts'

interface CredentialCardProps {
  readonly subscription: Subscription
  readonly credential: Credential
  readonly mayRotate: boolean
}

/** A credential: its client id, whether it works and until when, its limits, and the buttons that change it. */
export function CredentialCard({ subscription, credential, mayRotate }: CredentialCardProps) {
  const asked = useSignal<'rotate' | 'limits' | undefined>(undefined)
  const close = () => {
    asked.value = undefined
  }
  const { clientId = '', clientName, rotation } = credential
  const { word, aspect } = credentialState(credential, now.value)
  const limits = limitWords(credential)
  const mayLimit = may('U', 'Credential')
  const isEdited = mayLimit && editing('credentials', clientId).draft.value.isEdited
  return (
    <section class="credential" aria-label={`Credential ${clientId}`}>
      <div class="bar">
        <h2 class="key">{clientId}</h2>
        <Copy text={clientId} label="Copy the client id" bare />
        <Aspect is={aspect}>{word}</Aspect>
        {isEdited && <Aspect is="caution">Limits edited</Aspect>}
        {mayRotate && (
          <button type="button" onClick={() => (asked.value = 'rotate')}>
            Rotate…
          </button>
        )}
        {mayLimit && (
          <button type="button" onClick={() => (asked.value = 'limits')}>
            Limits…
          </button>
        )}
      </div>
      <dl class="facts">
        {clientName !== undefined && clientName !== clientId && <Fact term="Name">{clientName}</Fact>}
        <Instant term="Secret since" at={credential.rotatedAt} />
        <Instant term="Previous secret works until" at={previousUntil(credential, now.value)} />
        <Instant term="Valid until" at={credential.validUntil} />
        {rotation?.enabled && rotation.rotationEvery !== undefined && (
          <Fact term="Rotation">
            Every {hoursWords(rotation.rotationEvery)}
            {rotation.gracePeriod !== undefined && `; both secrets work for ${hoursWords(rotation.gracePeriod)}`}
          </Fact>
        )}
        <Fact term="Limits">{limits.length === 0 ? 'None' : sentence(limits.join('; '))}</Fact>
      </dl>
      {asked.value === 'limits' && <LimitsDialog clientId={clientId} onClose={close} />}
      {asked.value === 'rotate' && <RotateDialog {...{ subscription, credential }} onClose={close} />}
    </section>
  )
}

const sentence = (words: string): string => words[0]!.toUpperCase() + words.slice(1)

function Fact({ term, children }: { readonly term: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** A moment with how far it is from now. Nothing if there is none. */
function Instant({ term, at }: { readonly term: string; readonly at: number | undefined }) {
  if (at === undefined) return null
  return (
    <Fact term={term}>
      <time dateTime={new Date(at).toISOString()}>{dateTimeIn(at, zone.value)}</time>{' '}
      <span class="muted">{fromNow(at, now.value)}</span>
    </Fact>
  )
}
