import { pattern } from '../../machine/errors/in-words.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import type { ApiOutcomes } from '../outcomes.ts'
import type { ToldDecision } from '../tail/decision.ts'
import type { ExplainRequest, Explanation } from '../tail/explanation.ts'
import type { TailEvent, TailFilter } from '../tail/tail-event.ts'
import type { Traffic } from '../tail/traffic.ts'
import type { BackendStatus } from './backend-status.ts'
import type { Capture } from './capture.ts'

const stateInWords =
  '`cold`: it has nothing to serve yet. `fresh`: it serves the newest changes. `stale`: it serves what it has, but cannot learn of changes'

const statusProperties = {
  id: Type.String({ description: 'Unique among the data planes of a process' }),
  state: choice(['cold', 'fresh', 'stale'], {
    description: stateInWords,
  }),
  revision: Type.Integer({ description: 'What it serves: the id of the last change event that it has applied' }),
  routes: Type.Integer({ description: 'How many routes it serves' }),
  since: Type.Integer({ description: 'Since when it has this state, in epoch milliseconds' }),
  notes: Type.Array(Type.String(), { description: 'What its transport cannot do, such as upgrades' }),
  url: Type.Optional(
    Type.String({
      pattern: pattern('^https?://[^\\s/]\\S*$', 'must be a URL of http or https'),
      maxLength: 2000,
      description: 'Where clients reach it: the URL of its settings, or the one on which it listens',
    }),
  ),
}

/** The state of a data plane. */
export const planeStatusSchema = object(statusProperties)
/** The state of a data plane. */
export type PlaneStatus = Static<typeof planeStatusSchema>

/** The state of a data plane, and how far it is behind. */
export const listedPlaneSchema = object({
  ...statusProperties,
  state: choice(['cold', 'fresh', 'stale', 'lost'], {
    description: `${stateInWords}. \`lost\`: it was not heard for 15 seconds`,
  }),
  lag: Type.Optional(
    Type.Integer({ description: 'How many change events it has not applied yet. Absent while `cold`' }),
  ),
  version: Type.Optional(Type.String({ description: 'The version of its program, if that is another process' })),
  gatewayKey: Type.Optional(Type.String({ description: 'The id of its gateway key. Absent: it runs in this process' })),
  heardAt: Type.Optional(
    Type.Integer({ description: 'When it last reported, in epoch milliseconds. Absent: it runs in this process' }),
  ),
})

/** More than a data plane of this version has. A list of 1,000 data planes must stay small, whatever they report. */
const MOST_NOTES = 32
/** In characters. */
const LONGEST_NOTE = 200

/** The notes that are listed of a data plane. */
export const briefNotes = ({ notes }: Pick<PlaneStatus, 'notes'>): Pick<PlaneStatus, 'notes'> => ({
  notes: notes
    .slice(0, MOST_NOTES)
    .map((note) => (note.length > LONGEST_NOTE ? `${note.slice(0, LONGEST_NOTE - 1)}…` : note)),
})

/** A data plane in this process, as the control plane sees it. */
export interface DataPlane {
  status(): PlaneStatus
  /** Explains how a request would be treated. Has no effect. */
  explain(request: ExplainRequest): Explanation
  /** How a request was decided, by its id, if it is one of the last. @default none are known */
  decision?(id: string): ToldDecision | undefined
  /** The last requests to an API that is captured, the newest first. @default none are kept */
  captures?(api: string): readonly Capture[]
  /** Reports requests as they end. Returns a function that stops the reports. @default no reports */
  tail?(filter: TailFilter, listener: (event: TailEvent) => void): () => void
  /** The backends that its routes use, and the state of their targets. @default none are listed */
  backends?(): readonly BackendStatus[]
  /** What it has counted since it started. @default no counts */
  traffic?(): Traffic
  /** How the last requests to its APIs ended. @default not reported */
  outcomes?(options?: { readonly minutes?: boolean; readonly routes?: boolean }): readonly ApiOutcomes[]
  /**
   * Resolves when it serves everything up to a revision. Resolves at once if it does not follow changes at the moment, because
   * it is cold, failing or closed. Writes wait for it. @default writes do not wait
   */
  applied?(revision: number): Promise<void>
  /**
   * Sends a request of this process through the data plane, as the consumer of the subscription with the id `as`. It needs no
   * credentials, and has no token: routes that read claims refuse it. Everything else is as for requests of clients: limits and
   * quotas, plugins, metrics, the access log. @default it takes no requests of this process
   */
  send?(request: Request, options: { readonly as: string }): Promise<Response>
}
