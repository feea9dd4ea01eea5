import type { SignalboxApi } from '@signalbox/core/contract'
import { isObject } from '../values/parts-of.ts'
import { type Answering, asStored } from './as-stored.ts'
import { defineKind } from './kind.ts'
import { memberIn } from './pieces.ts'

const shared = {
  domain: 'Api',
  prefix: 'API',
  path: '/gateway/apis',
  resource: 'apis',
  tagged: true,
  blank: (id: string) => ({ id, name: id }),
  /** Only the life of an API changes them. */
  lived: ['state', 'versions', 'deprecated_at'],
} as const

/** APIs of the gateway. */
export const apis = defineKind({
  ...shared,
  nouns: ['API', 'APIs'],
  sentences: {
    API_DEPLOYED: ({ payload }, author, record) => {
      const version = memberIn(payload, 'version')
      return [author, ` published ${typeof version === 'string' ? `version ${version} of ` : ''}the API `, record]
    },
    API_DOCUMENTATION_REFRESHED: (_, author, record) => [author, ' fetched documentation of the API ', record],
    API_DRAFT_CREATED: (_, author, record) => [author, ' started a draft of the API ', record],
    API_DRAFT_UPDATED: (_, author, record) => [author, ' changed the draft of the API ', record],
    API_DRAFT_DELETED: (_, author, record) => [author, ' discarded the draft of the API ', record],
  },
  operations: ({ api }) => withoutDeployments(api.apis),
  fields: 'id,enabled,tags,state,groups',
  screen: {
    group: 'Gateway',
    icon: 'network',
    key: 'a',
    isAlways: true,
    isOnPhones: true,
  },
  loss: 'Its draft and its deployments are lost.',
})

/** Drafts of APIs. */
export const drafts = defineKind({
  ...shared,
  nouns: ['draft', 'drafts'],
  operations: ({ api }) => withoutDeployments(draftsOf(api.apis)),
})

type Apis = SignalboxApi['apis']

/** Operations that read and write the draft of an API as if it were a record. Without a draft, the saved API is read. */
const draftsOf = ({ draft, ...apis }: Apis) => ({
  ...apis,
  ...draft,
  get: ({ id }: { readonly id: string }, options?: Parameters<Apis['draft']['get']>[1]) => draft.get({ id }, options),
  create: (
    { body }: { readonly body: Parameters<Apis['draft']['replace']>[0]['body'] },
    options?: Parameters<Apis['draft']['replace']>[1],
  ) => draft.replace({ id: body.id ?? '', body }, options),
})

/** Operations on APIs without the list of deployments, which is a resource of its own. */
const withoutDeployments = <O extends Answering>(operations: O): O =>
  asStored(operations, (api) => {
    if (isObject(api)) Reflect.deleteProperty(api, 'deployments')
  })
