/** Records that can be downloaded and uploaded as nd-json, one a line. */
export interface Transfer {
  readonly title: string
  /** The path below `/api`, without `.ndjson`. It is also the name of the file. */
  readonly path: string
  readonly domain: string
}

/** Everything that can be downloaded and uploaded, in the order in which it must be uploaded: what others use comes first. */
export const transfers: readonly Transfer[] = [
  { title: 'Users', path: 'users', domain: 'User' },
  { title: 'API keys', path: 'apikeys', domain: 'ApiKey' },
  { title: 'Scripts', path: 'scripts', domain: 'Script' },
  { title: 'Segments', path: 'segments', domain: 'Segment' },
  { title: 'Features', path: 'features', domain: 'Feature' },
  { title: 'Configs', path: 'configs', domain: 'Config' },
  { title: 'Experiments', path: 'experiments', domain: 'Experiment' },
  { title: 'Experiment phases', path: 'experiments/phases', domain: 'Experiment' },
  { title: 'Experiment bindings', path: 'experiments/bindings', domain: 'Experiment' },
  { title: 'Experiment events', path: 'experiments/events', domain: 'Experiment' },
  { title: 'Error pages', path: 'error-templates', domain: 'ErrorTemplate' },
  { title: 'Backends', path: 'backends', domain: 'Backend' },
  { title: 'APIs', path: 'apis', domain: 'Api' },
  { title: 'API documents', path: 'apis/documents', domain: 'Api' },
  { title: 'API deployments', path: 'apis/deployments', domain: 'Api' },
  { title: 'API drafts', path: 'apis/drafts', domain: 'Api' },
  { title: 'Subscriptions', path: 'api-subscriptions', domain: 'Subscription' },
  { title: 'Developers', path: 'developers', domain: 'Developer' },
  { title: 'Applications', path: 'applications', domain: 'Application' },
  { title: 'Credentials', path: 'credentials', domain: 'Credential' },
  { title: 'Workflows', path: 'workflows', domain: 'Workflow' },
  { title: 'Stored workflow values', path: 'workflows/store', domain: 'Workflow' },
  { title: 'Gateway keys', path: 'gateway/keys', domain: 'GatewayKey' },
  { title: 'Webhooks', path: 'webhooks', domain: 'Webhook' },
]

/** The address of a file. */
export const addressOf = (apiUrl: string, path: string): string => `${apiUrl}/api/${path}.ndjson`

/** The name of a downloaded file. */
export const fileName = (path: string): string => `${path.replaceAll('/', '_')}.ndjson`

/** The transfer that a file belongs to, by its name: `features.ndjson`, `features (1).ndjson`. */
export const transferOf = (name: string): Transfer | undefined =>
  transfers.find(({ path }) => {
    const stem = path.replaceAll('/', '_')
    return name.startsWith(stem) && !/^[a-z_-]/.test(name.slice(stem.length))
  })
