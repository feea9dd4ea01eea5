import { pbkdf2Sync, randomBytes } from 'node:crypto'

/** Somebody who logs in. */
export interface KafkaUser {
  readonly username: string
  readonly password: string
}

/** A certificate of a broker for the host `localhost`, as PEM. */
export interface KafkaCertificate {
  readonly cert: string
  readonly key: string
}

/** What a user may do with a topic, or with a transactional id. */
export interface KafkaRights {
  readonly resource: string | { readonly transactionalId: string }
  readonly operations: readonly ('Create' | 'Describe' | 'Read' | 'Write')[]
}

/** The protocol of the listener for users. */
export const protocolFor = (certificate: KafkaCertificate | undefined) => (certificate ? 'SASL_SSL' : 'SASL_PLAINTEXT')

/** The properties of a broker whose clients may log in. Clients without a login may do anything. */
export function securityFor(
  { username, password }: KafkaUser,
  certificate: KafkaCertificate | undefined,
): readonly string[] {
  const protocol = protocolFor(certificate)
  const listener = `listener.name.${protocol.toLowerCase()}`
  const security = 'org.apache.kafka.common.security'
  return [
    `listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,${protocol}:${protocol}`,
    'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users=User:ANONYMOUS',
    `${listener}.plain.sasl.jaas.config=${security}.plain.PlainLoginModule required user_${username}="${password}";`,
    ...['256', '512'].map(
      (bits) => `${listener}.scram-sha-${bits}.sasl.jaas.config=${security}.scram.ScramLoginModule required;`,
    ),
    ...(certificate
      ? [
          `${listener}.ssl.keystore.type=PEM`,
          `${listener}.ssl.keystore.certificate.chain=${onOneLine(certificate.cert)}`,
          `${listener}.ssl.keystore.key=${onOneLine(certificate.key)}`,
        ]
      : []),
  ]
}

const onOneLine = (pem: string) => pem.trim().replaceAll('\n', '\\n')

/** The client does not run on every version of Node that these tests do. */
export async function withAdmin<T>(
  brokers: readonly string[],
  run: (admin: Client['Admin']['prototype'], client: Client) => Promise<T>,
): Promise<T> {
  const client = await import('@platformatic/kafka')
  const options = { clientId: 'test', bootstrapBrokers: [...brokers], retries: 10, retryDelay: 500 }
  const admin = new client.Admin(options)
  try {
    return await run(admin, client)
  } finally {
    await admin.close()
  }
}
type Client = typeof import('@platformatic/kafka')

const ITERATIONS = 4096
const mechanisms = [
  { mechanism: 1, digest: 'sha256', length: 32 },
  { mechanism: 2, digest: 'sha512', length: 64 },
] as const

/** Creates the user for both mechanisms of SCRAM. */
export const addScramUser = (brokers: readonly string[], { username, password }: KafkaUser): Promise<void> =>
  withAdmin(brokers, async (admin, { alterUserScramCredentialsV0 }) => {
    const { controllerId, brokers: nodes } = await admin.metadata({ topics: [] })
    const { host, port } = nodes.get(controllerId) ?? [...nodes.values()][0]!
    const connection = await admin.connections.get({ host, port } as never)
    // One after the other: a request may name a user only once.
    for (const { mechanism, digest, length } of mechanisms) {
      const salt = randomBytes(16)
      const saltedPassword = pbkdf2Sync(password, salt, ITERATIONS, length, digest)
      const credential = { name: username, mechanism, iterations: ITERATIONS, salt, saltedPassword }
      await alterUserScramCredentialsV0.api.async(connection, [], [credential])
    }
  })

/** Allows a user operations. */
export const allow = (brokers: readonly string[], user: string, { resource, operations }: KafkaRights): Promise<void> =>
  withAdmin(brokers, async (admin, { AclOperations, AclPermissionTypes, ResourcePatternTypes, ResourceTypes }) => {
    const isTopic = typeof resource === 'string'
    await admin.createAcls({
      creations: operations.map((operation) => ({
        resourceType: isTopic ? ResourceTypes.TOPIC : ResourceTypes.TRANSACTIONAL_ID,
        resourceName: isTopic ? resource : resource.transactionalId,
        resourcePatternType: ResourcePatternTypes.LITERAL,
        principal: `User:${user}`,
        host: '*',
        operation: AclOperations[operation.toUpperCase() as Uppercase<typeof operation>],
        permissionType: AclPermissionTypes.ALLOW,
      })),
    })
  })
