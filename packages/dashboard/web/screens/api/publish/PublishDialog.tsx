import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import type { Because } from '../../../confirm/because.ts'
import { confirmed } from '../../../confirm/question.ts'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { TextField } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { mount } from '../../../place/mount.ts'
import { isSame } from '../../../values/is-same.ts'
import { counted } from '../../../words/words.ts'
import { addressOf } from '../address.ts'
import { ApiDiff } from '../draft/ApiDiff.tsx'
import { draftDiffHere } from '../draft/draft-changes.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintInWords, lintOfDraft } from '../lint/lint.ts'
import { newestHere } from '../served/deployments-here.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { isServed } from '../served/served.ts'
import { nextVersion } from './next-version.ts'
import { endingPlans, impactSentence, type PlanImpact } from './plan-impact.ts'
import { type Moved, publish, versionsHere } from './publish.ts'
import './publish.css'

interface PublishProps {
  readonly id: string
  readonly saved: GatewayApi
  /** Called with what has changed since the draft was made, if nothing was published because of that. */
  onClose(moved?: Moved): void
}

/** What publishing changes for consumers, and the version under which it is published. */
export function PublishDialog({ id, saved, onClose }: PublishProps) {
  const diff = draftDiffHere(id).value
  const versions = versionsHere(id)
  const served = newestHere(id)?.version
  const impacts = useImpacts(versions)
  const [typed, setTyped] = useState<string>()
  const changes = diff.state === 'ready' ? diff.value : []
  const version = typed ?? nextVersion({ served, draft: versions?.draft.version, changes })
  const stops = impacts.value.some(({ subscriptions }) => subscriptions > 0)
  const problems = lintOfDraft(id)
  const moved = useRef<Moved | undefined>(undefined)
  const run = async (because: Because) => {
    const question = { title: `Publish ${id}?`, action: 'Publish', why: false } as const
    if (!stops && !(await confirmed([id], question))) return
    moved.current = await publish(id, version, because)
  }
  return (
    <Confirm
      wide
      title={`Publish ${id}`}
      action="Publish"
      typed={stops ? id : undefined}
      why
      run={run}
      onClose={() => onClose(moved.current)}
    >
      <div class="api-ask">
        {effectsOf(saved, versions).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {diff.state === 'loading' && <Late>Comparing with what is served…</Late>}
        {diff.state === 'failed' && <Failure error={diff.error} retry={diff.retry} />}
        {diff.state === 'ready' && served !== undefined && (
          <section>
            <h3>{changes.length === 0 ? 'Nothing changes' : counted(changes.length, 'change')}</h3>
            {changes.length > 0 && <ApiDiff changes={changes} was="Served" now="Published" />}
          </section>
        )}
        {impacts.value.map((impact) => (
          <p key={impact.id} class="publish-impact">
            {impactSentence(impact)}
          </p>
        ))}
        {problems.length > 0 && (
          <section>
            <h3>{lintInWords(problems)}</h3>
            <LintLines problems={problems} />
          </section>
        )}
        <TextField
          label="Version"
          mono
          required
          value={version}
          onInput={setTyped}
          hint={served === undefined ? 'It is published for the first time.' : `${served} was published last.`}
        />
      </div>
    </Confirm>
  )
}

/** What a publication means for the API as a whole. */
function effectsOf(saved: GatewayApi, versions: ReturnType<typeof versionsHere>): readonly string[] {
  const hasDraft = versions !== undefined && !isSame(versions.saved, versions.draft)
  return [
    ...(saved.state === 'deprecated' ? ['Its deprecation ends: it is published again.'] : []),
    ...(saved.enabled === false ? ['It is disabled: nothing is served until its lever is on.'] : []),
    ...(isServed(saved) || !versions ? [] : [firstSentence(versions.draft)]),
    ...(mount.portalUrl && versions && becomesReadable(saved, versions.draft)
      ? ['Its documentation becomes readable in the portal.']
      : []),
    ...(!isServed(saved) && hasDraft ? ['It has a draft, which is published instead of what is saved.'] : []),
  ]
}

/** Whether a publication shows documentation that nobody could read before. */
const becomesReadable = (saved: GatewayApi, draft: GatewayApi): boolean =>
  draft.documentation?.enabled !== false && (!isServed(saved) || saved.documentation?.enabled === false)

/** What an API begins to serve. */
function firstSentence(draft: GatewayApi): string {
  const { routes = [] } = draft
  return routes.length === 0
    ? 'It has no routes yet: it serves nothing.'
    : `It serves ${counted(routes.length, 'route')} at ${addressOf(draft)}.`
}

/** What ends with the plans that the publication deprecates or closes. */
function useImpacts(versions: ReturnType<typeof versionsHere>) {
  const impacts = useSignal<readonly PlanImpact[]>([])
  useEffect(() => {
    if (!versions) return
    let isCurrent = true
    readImpact(versions.saved, versions.draft).then(
      (found) => {
        if (isCurrent) impacts.value = found
      },
      () => {}, // the publication says what is wrong
    )
    return () => {
      isCurrent = false
    }
  }, [versions?.saved, versions?.draft])
  return impacts
}

/** What ends with the plans that a publication deprecates or closes. */
const readImpact = (saved: GatewayApi, draft: GatewayApi): Promise<readonly PlanImpact[]> =>
  Promise.all(
    endingPlans(saved, draft).map(async (plan) => {
      const { id = '' } = saved
      const { subscriptions, credentials } = await api.apis.impact({ id, planId: plan.id, status: plan.to })
      return { ...plan, subscriptions: subscriptions.count, credentials: credentials.count }
    }),
  )
