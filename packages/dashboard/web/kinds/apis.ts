import { memberIn } from '../log/pieces.ts'
import { draftsOf } from '../saving/drafts-of.ts'
import { withoutDeployments } from '../saving/without-deployments.ts'
import type { KindScreen } from './kind.ts'
import { defineKind } from './kind.ts'

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
    API_DRAFT_CREATED: (_, author, record) => [author, ' began a draft of the API ', record],
    API_DRAFT_UPDATED: (_, author, record) => [author, ' changed the draft of the API ', record],
    API_DRAFT_DELETED: (_, author, record) => [author, ' discarded the draft of the API ', record],
  },
  operations: ({ api }) => withoutDeployments(api.apis),
  fields: 'id,enabled,tags,state',
  screen: {
    group: 'Gateway',
    icon: 'route',
    key: 'a',
    load: async (): Promise<KindScreen> => (await import('../screens/apis/Apis.tsx')).Apis,
  },
  loss: 'Its draft and its deployments are lost.',
})

/** Drafts of APIs. */
export const drafts = defineKind({
  ...shared,
  nouns: ['draft', 'drafts'],
  operations: ({ api }) => withoutDeployments(draftsOf(api.apis)),
})
