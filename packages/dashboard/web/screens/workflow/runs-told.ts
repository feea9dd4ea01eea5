import type { api } from '../../calls/api.ts'
import type { ShownRun } from './run-workflow.ts'

/** A run as the service tells it. */
export type RunTold = Awaited<ReturnType<typeof api.workflows.runs>>['results'][number]

/** A run of the service as the page shows it. */
export function shownRun({ id, at, ms, by, error, details }: RunTold): ShownRun & { readonly key: string } {
  const { result, message, journal = [], omitted = 0, logs = [] } = details ?? {}
  return {
    key: id,
    at,
    ms,
    ...(by && { by: by.name }),
    isTest: false,
    hasDetails: details !== undefined,
    state: error === undefined ? 'done' : 'failed',
    ...(result !== undefined && { result }),
    ...(error !== undefined && {
      error: Object.assign(new Error(message ?? 'It failed. To see why, you need the right to change the workflow.'), {
        code: error,
      }),
    }),
    ...{ journal, omitted, logs },
  }
}
