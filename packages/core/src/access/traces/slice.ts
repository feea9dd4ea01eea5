import { failure, problem } from '../../machine/errors/errors.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import type { Random } from '../../ports.ts'
import { defineSlice, type Named } from '../../slice.ts'
import { traceContract, tracesErasedSchema } from './contract.ts'

const slice = defineSlice({
  name: 'traces',
  contract: { traces: traceContract },
  emits: { USER_TRACES_ERASED: tracesErasedSchema },
  tags: { traces: 'What deleted users left in the event log; only for admins' },
  async open({ instance, random }: { readonly instance: Instance; readonly random: Random }) {
    const { eraseTraces } = await import('./erase-traces.ts')
    return {
      handlers: {
        traces: {
          async erase({ id }, call) {
            if (await instance.store.get('users', id)) throw stillThere(id)
            return eraseTraces({ ...instance, random }, id, call)
          },
        },
      },
    }
  },
})

const stillThere = (id: string) =>
  failure(
    'CONFLICT',
    `User ${id} exists and would leave new traces: delete the user first (DELETE /api/users/${id})`,
    problem('error.user.exists', id),
  )

/** The slice as a named type, which keeps generated declarations short. */
export interface TraceSlice extends Named<typeof slice> {}

/** The slice of what deleted users left in the event log. */
export const traceSlice: TraceSlice = slice
