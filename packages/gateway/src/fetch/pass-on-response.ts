import type { CauseId } from '@signalbox/core/gateway'
import { failureOf } from '../backend/failures.ts'
import { changesLength, TransformError } from '../backend/transforms.ts'
import type { Decided } from '../exchange/decided.ts'
import { removeHeader } from '../headers/header-list.ts'
import type { Pipeline, Responded } from '../pipeline/pipeline.ts'
import { RefusedError } from '../plugin-api/refused.ts'
import { type Passing, passOn, streamOf } from './bodies.ts'
import type { Finish } from './calls.ts'
import type { Deadline } from './deadline.ts'
import { encode } from './encode.ts'
import { isBodiless, toResponse } from './messages.ts'

interface PassedOn {
  readonly exchange: Decided
  readonly deadline: Deadline
  readonly finish: Finish
  readonly pipeline: Pipeline
  readonly request: Request
}

/** The response for the client. It ends the exchange with its last byte, or when the client leaves. */
export function passOnResponse(
  response: Pick<Response, 'body'>,
  { status, headers, transforms, coding }: Responded,
  { exchange, deadline, finish, pipeline, request }: PassedOn,
): Response {
  if (changesLength(transforms, coding)) removeHeader(headers, 'content-length')
  const end = (cause?: CauseId): void => {
    deadline.end()
    finish({ status: cause === 'errors.client.closed' ? 499 : status, cause, bytesOut: passing?.bytes ?? 0 })
  }
  let passing: Passing | undefined
  // A transform may make a body where the backend sent none.
  const body = response.body ?? (transforms ? streamOf(new Uint8Array()) : null)
  if (body && !isBodiless(status) && request.method !== 'HEAD') {
    const read = { transforms, beforeRead: deadline.waits }
    const encoded = coding && encode(passOn(body, read).stream, coding)
    passing = passOn(encoded ?? body, {
      ...(!encoded && read),
      onEnd: end,
      onCancel() {
        deadline.abort()
        end('errors.client.closed')
      },
      onFailure(error) {
        if (request.signal.aborted) end('errors.client.closed')
        else if (error instanceof RefusedError) end(error.refused.refuse)
        else if (error instanceof TransformError) {
          pipeline.report(error.cause)
          end('errors.plugin.failed')
        } else {
          pipeline.broke(exchange, deadline.passed() ?? failureOf(error))
          end(deadline.passed() ? 'errors.backend.timeout' : 'errors.backend.reset')
        }
      },
    })
  } else {
    void response.body?.cancel().catch(() => {})
    end()
  }
  return toResponse(status, headers, passing?.stream ?? null)
}
