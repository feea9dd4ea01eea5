import { signal } from '@preact/signals'
import { api } from '../calls/api.ts'
import { askGatewayUrl, gatewayUrl } from '../calls/gateway-url.ts'
import { targetIn } from '../examples/example-call.ts'
import { showSecret } from './shown-once.ts'

/** A new secret of a credential, and what it admits to. */
export interface IssuedCredential {
  readonly clientId: string
  readonly clientSecret: string
  /** The id of the API. */
  readonly api: string
  /** The access mode of the plan. */
  readonly mode?: string | undefined
  /** What became of the secret before, in a sentence. */
  readonly note?: string | undefined
}

/** Shows a credential whose secret the service returns only once, until the user has stored it. */
export function showCredential({ clientId, clientSecret, api: apiId, mode, note }: IssuedCredential): void {
  void findTarget(apiId, mode)
  showSecret({
    id: clientId,
    secret: clientSecret,
    member: 'clientSecret',
    label: 'secret',
    idLabel: 'Client id',
    purpose: 'The program sends the client id and this secret with each request to the gateway.',
    ...(note !== undefined && { note }),
    env: (id, secret) => `${envName(apiId)}_CLIENT_ID=${id}\n${envName(apiId)}_CLIENT_SECRET=${secret}`,
    curl(id, secret) {
      const target = targets.value.get(keyOf(apiId, mode))
      return target && `${target.includes('$GATEWAY') ? gateway : ''}curl -u ${id}:${secret} ${target}`
    },
  })
}

/** Where calls of an API go, as arguments of `curl`, by API and access mode. Read when a secret is shown. */
const targets = signal<ReadonlyMap<string, string>>(new Map())

const keyOf = (apiId: string, mode: string | undefined) => `${apiId} ${mode}`

async function findTarget(apiId: string, mode: string | undefined): Promise<void> {
  try {
    const [{ routes }] = await Promise.all([api.apis.routes({ id: apiId }), askGatewayUrl()])
    const target = targetIn(routes, { mode, gatewayUrl: gatewayUrl.peek()?.url })
    if (target !== undefined) targets.value = new Map([...targets.peek(), [keyOf(apiId, mode), target]])
  } catch {
    // Without the right to read the API, there is no example.
  }
}

/** The line for the address of a gateway that the service does not know. */
const gateway = 'GATEWAY=http://HOST:PORT # not known here: set SIGNALBOX_GATEWAY_URL\n'

/** The name of an API in variables of the environment: `SHOP_API` for `shop-api`. */
const envName = (id: string): string => id.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
