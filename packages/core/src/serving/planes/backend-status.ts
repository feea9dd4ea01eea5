import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'

/** The states of a target. */
export const targetStates = ['usable', 'unhealthy', 'ejected', 'open', 'resting', 'drained', 'idle'] as const
/** The state of a target. */
export type TargetStateName = (typeof targetStates)[number]

/** The state of a target, as one data plane judges it. */
export const targetStatusSchema = object({
  target: Type.String({ description: 'The id of the target, or its host and port' }),
  hostname: Type.String(),
  port: Type.Integer(),
  state: choice(targetStates, {
    description:
      '`usable`: it gets requests. `unhealthy`: health checks fail. `ejected`: too many requests failed in a row. `open`: its circuit breaker is open. `resting`: it takes no connections, so other targets get its requests. `drained`: it was taken out of service. `idle`: its weight is 0',
  }),
  why: Type.Optional(
    Type.String({
      description:
        'What led to the state, such as the last failure. Of a usable target: why its last health check failed',
    }),
  ),
  since: Type.Integer({ description: 'Since when it has this state, in epoch milliseconds' }),
  calls: Type.Optional(
    object(
      {
        state: choice(['answering', 'failing', 'unchecked'], {
          description:
            '`answering`: a call succeeded since the last failure, or a health check did and no call failed for a minute. `failing`: the last call failed, within an hour. `unchecked`: neither is known',
        }),
        at: Type.Optional(Type.Integer({ description: 'When that call ended, in epoch milliseconds' })),
        since: Type.Optional(Type.Integer({ description: 'Since when all calls fail, in epoch milliseconds' })),
        why: Type.Optional(Type.String({ description: 'What the last failure was: `status 500`' })),
      },
      { description: 'What came of the last calls' },
    ),
  ),
  inFlight: Type.Integer({ description: 'Number of requests in progress' }),
  weight: Type.Integer({ description: 'The share of requests' }),
  backup: Type.Boolean({ description: 'Whether it is used only if no other target is usable' }),
})
/** The state of a target, as one data plane judges it. */
export type TargetStatus = Static<typeof targetStatusSchema>

const statusProperties = {
  api: Type.String({ description: 'The id of the API whose routes use the backend' }),
  draft: Type.Boolean({ description: 'Whether only draft routes use it' }),
  backend: Type.String({ description: 'The id of the backend' }),
  stored: Type.Boolean({ description: 'Whether the backend is stored for all APIs' }),
  isPanicking: Type.Boolean({
    description:
      'Whether unhealthy and ejected targets get requests nevertheless, since fewer than half of the targets are usable',
  }),
  targets: Type.Array(targetStatusSchema),
}

/** The state of a backend that routes of an API use, as one data plane judges it. */
export const backendStatusSchema = object(statusProperties)
/** The state of a backend that routes of an API use, as one data plane judges it. */
export type BackendStatus = Static<typeof backendStatusSchema>

/** The state of a backend, with the data plane that judges it. */
export const listedBackendSchema = object({
  plane: Type.String({ description: 'The id of the data plane, as in `GET /api/gateway`' }),
  ...statusProperties,
})
