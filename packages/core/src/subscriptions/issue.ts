import { failure, problem } from '../machine/errors/errors.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import { hashSecret } from '../machine/secrets/secret.ts'
import type { AccessModeName } from '../plans/access-modes.ts'
import { compileGenerator, type Generator, idCharacters, nameCharacters } from '../plans/client-id.ts'
import type { Plan } from '../plans/plan.ts'
import type { Random, Reads } from '../ports.ts'
import { generateSecret } from './client-secret.ts'
import { credentials, type StoredCredential } from './credential.ts'
import { firstSecret } from './rotation.ts'
import type { StoredSubscription } from './subscription.ts'

type KeyPlan = Extract<Plan, { access_mode_configuration_type: 'apikey' | 'oauth2-local' }>

/** Whether consumers of this access mode have credentials stored here. */
export const hasCredentials = (kind: AccessModeName): boolean => kind === 'apikey' || kind === 'oauth2-local'

/** How many generated ids are tried before the call fails. */
const TRIES = 10

/**
 * Creates a credential by the rules of its plan and returns it with its secret, which is stored only as a hash. Tags of
 * plan and subscription are combined; for metadata of the same name the plan wins.
 */
export async function issueCredential(
  subscription: StoredSubscription,
  plan: Plan,
  { store, random, now }: { store: Reads; random: Random; now: number },
): Promise<{ credential: StoredCredential; clientSecret: string }> {
  const { access_mode_configuration = {} } = plan as KeyPlan
  const { clientIdPattern, clientNamePattern, tags = [], metadata = {}, ...settings } = access_mode_configuration
  const { expiresIn: _tokens, scopes: _scopes, ...limits } = settings as { expiresIn?: number; scopes?: string[] }
  const toId = clientIdPattern === undefined ? anyId : generatorOf(plan, clientIdPattern, idCharacters)
  const toName = clientNamePattern === undefined ? undefined : generatorOf(plan, clientNamePattern, nameCharacters)
  const clientId = await freeId(store, plan, () => toId(random))
  const clientSecret = generateSecret(random)
  const { owner_ref } = subscription
  return {
    credential: {
      clientId,
      subscription_ref: subscription.id,
      api_ref: subscription.api_ref,
      plan_ref: plan.id,
      ...(owner_ref !== undefined && { owner_ref }),
      clientName: toName ? toName(random) : (subscription.name ?? clientId),
      enabled: true,
      ...limits,
      tags: [...new Set([...tags, ...(subscription.tags ?? [])])],
      metadata: { ...subscription.metadata, ...metadata },
      secrets: firstSecret(hashSecret(clientSecret, random), now),
    },
    clientSecret,
  }
}

const anyId: Generator = (random) => randomText(random, 16)

function generatorOf({ id }: Plan, pattern: string, characters: readonly number[]): Generator {
  try {
    return compileGenerator(pattern, characters)
  } catch (cause) {
    throw failure(
      'CONFLICT',
      `Plan ${id} cannot generate values from the pattern ${pattern}: ${(cause as RangeError).message}; change the pattern`,
      problem('error.pattern.generated', (cause as RangeError).message),
    )
  }
}

async function freeId(store: Reads, plan: Plan, generate: () => string): Promise<string> {
  for (let i = 0; i < TRIES; i++) {
    const id = generate()
    if (!(await store.get(credentials.plural, id))) return id
  }
  throw failure(
    'CONFLICT',
    `${TRIES} client ids generated for plan ${plan.id} were all taken: give it a clientIdPattern with more possible ids`,
    problem('error.client.id.taken', plan.id),
  )
}
