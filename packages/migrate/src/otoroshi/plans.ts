import { type Findings, isGiven, isJson, type Json, pick } from './findings.ts'
import { certificatePatterns } from './plugins.ts'

/** Otoroshi's quota for unlimited. */
const UNLIMITED = 10_000_000

/** Translations of the configuration of each access mode, by its name. */
const modes: Readonly<Record<string, (config: Json, findings: Findings) => Json>> = {
  keyless: () => ({}),
  apikey,
  jwt: needing(['secret', 'publicKey', 'jwksUrl'], ['algorithms', 'issuer', 'audience', 'header']),
  mtls: (config, findings) => ({
    ...pick(config, ['subjectPatterns', 'issuerPatterns']),
    ...certificatePatterns(config, findings),
  }),
  'oauth2-local': (config, findings) => ({
    ...apikey(config, findings),
    ...pick(config, ['expiresIn', 'scopes']),
    ...(typeof config.expiration === 'number' && { expiresIn: Math.max(1, Math.round(config.expiration / 1000)) }),
  }),
  'oauth2-remote': needing(
    ['jwksUrl', 'introspectionUrl'],
    ['issuer', 'clientId', 'clientSecret', 'audience', 'scopes'],
  ),
}

/** The known members of plans, in both spellings. */
const known = new Set(
  [
    'access_mode_configuration_type',
    'accessModeConfigurationType',
    'access_mode_configuration',
    'accessModeConfiguration',
  ].concat(['id', 'name', 'description', 'status', 'pricing', 'tags', 'metadata']),
)

/** Translates a plan. A plan that cannot be enforced as before refuses the API, unless the plan admits nobody. */
export function translatePlan(plan: Json, findings: Findings): Json[] {
  const type = String(plan.access_mode_configuration_type ?? plan.accessModeConfigurationType ?? '')
  const sent = plan.access_mode_configuration ?? plan.accessModeConfiguration
  const status = String(plan.status ?? 'published').toLowerCase()
  const isEnforced = status === 'published' || status === 'deprecated'
  const refusals: string[] = []
  const own: Findings = { ...findings, refuse: (sentence) => void refusals.push(sentence) }
  const translate = modes[type]
  if (!translate) own.refuse(`${type ? `the access mode ${type} is not supported` : 'it has no access mode'}`)
  const config = translate?.(isJson(sent) ? sent : {}, own) ?? {}
  for (const sentence of refusals) {
    if (isEnforced) findings.refuse(`Plan ${plan.id}: ${sentence}`)
    else findings.note(`Plan ${plan.id}, which is ${status}, is left out: ${sentence}`)
  }
  if (refusals.length > 0) return []
  const strange = Object.keys(plan).filter((name) => !known.has(name) && isGiven(plan[name]))
  if (strange.length > 0) findings.note(`Plan ${plan.id}: ${strange.join(', ')} is left out`)
  const { pricing } = plan
  return [
    {
      ...pick(plan, ['id', 'name', 'description']),
      status,
      access_mode_configuration_type: type,
      access_mode_configuration: config,
      ...(isJson(pricing) && { pricing: pick(pricing, ['id', 'name', 'enabled', 'price', 'currency', 'params']) }),
      ...pick(plan, ['tags', 'metadata']),
    },
  ]
}

function apikey(config: Json, { note }: Findings): Json {
  if (isGiven(config.clientSecretPattern)) note('clientSecretPattern is left out: secrets are generated')
  const perWindow = limitOf(config.throttlingQuota)
  const quota = {
    ...(perWindow !== undefined && { window: 10, perWindow }),
    ...(limitOf(config.dailyQuota) !== undefined && { perDay: config.dailyQuota }),
    ...(limitOf(config.monthlyQuota) !== undefined && { perMonth: config.monthlyQuota }),
  }
  const { rotation } = config
  return {
    ...pick(config, [
      'clientIdPattern',
      'clientNamePattern',
      'description',
      'enabled',
      'readOnly',
      'allowClientIdOnly',
    ]),
    ...pick(config, [
      'constrainedServicesOnly',
      'restrictions',
      'validUntil',
      'tags',
      'metadata',
      'authorizedEntities',
    ]),
    ...(isJson(rotation) && { rotation: pick(rotation, ['enabled', 'rotationEvery', 'gracePeriod']) }),
    ...(isJson(config.quota) ? { quota: config.quota } : isGiven(quota) && { quota }),
  }
}

const limitOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value < UNLIMITED ? value : undefined

/**
 * Returns the translation of a mode that must contain its own verifier. One that refers to another record cannot be
 * translated.
 */
function needing(one: readonly string[], others: readonly string[]) {
  return (config: Json, { refuse }: Findings): Json => {
    if (!one.some((name) => isGiven(config[name])))
      refuse(`it refers to a separate verifier or provider, which is not imported: set ${one.join(' or ')}`)
    return pick(config, [...one, ...others])
  }
}
