import type { SignalboxApi } from '@signalbox/core/contract'

type Apis = SignalboxApi['apis']

/** Operations that read and write the draft of an API as if it were a record. Without a draft, the saved API is read. */
export const draftsOf = ({ draft, ...apis }: Apis) => ({
  ...apis,
  ...draft,
  get: ({ id }: { readonly id: string }, options?: Parameters<Apis['draft']['get']>[1]) => draft.get({ id }, options),
  create: (
    { body }: { readonly body: Parameters<Apis['draft']['replace']>[0]['body'] },
    options?: Parameters<Apis['draft']['replace']>[1],
  ) => draft.replace({ id: body.id ?? '', body }, options),
})
