import type { Part } from './fault.ts'

export const consumers: Part = {
  name: 'consumers',
  tests: [
    'packages/gateway/src/consumers/',
    'packages/gateway/src/plugins/apikey-calls/code.test.ts',
    'packages/gateway/src/plugins/client-credential-token-endpoint/code.test.ts',
    'packages/gateway/src/plugins/oidc-jwt-verifier/code.test.ts',
    'packages/gateway/src/plugins/client-',
    'packages/gateway/src/plugins/has-client-cert-matching-validator/code.test.ts',
    'packages/gateway/src/plugins/hostile.test.ts',
  ],
  further: ['packages/gateway/src/plugins/', 'packages/gateway/src/usage/'],
  files: {
    'packages/gateway/src/consumers/identify.ts': [
      {
        breaks: 'a plan without credentials in a request refuses it although another plan admits it',
        text: 'if (!mandatory && isSettled(exchange)) return undefined',
        fault: 'if (isSettled(exchange)) return undefined',
      },
      {
        breaks: 'the last invalid credentials are the reason of a refusal',
        text: 'exchange.denied ??= found',
        fault: 'exchange.denied = found',
      },
      {
        breaks: 'a consumer is charged by every slot that it passes',
        text: '(exchange.identifiedBy === context.slot ? charge(exchange) : undefined)',
        fault: 'charge(exchange)',
      },
      {
        breaks: 'the backend receives a consumer that was replaced',
        text: 'if (consumer) forgetConsumer(out)',
        fault: '',
      },
    ],
    'packages/gateway/src/consumers/challenges.ts': [
      {
        breaks: 'a challenge for HTTP Basic on routes that do not take it',
        text: "if (extractors.basic === false) return ['Bearer']",
        fault: '',
      },
      {
        breaks: 'an id of an API can end the realm of a challenge',
        text: "text.replace(/[^\\x20-\\x7e]|[\"\\\\]/g, '')",
        fault: "text.replace(/[^\\x20-\\x7e]/g, '')",
      },
    ],
    'packages/gateway/src/consumers/judge-key.ts': [
      {
        breaks: 'wrong secrets do not count',
        text: "if (standing === 'wrong') failures.count(address, now)",
        fault: '',
      },
      {
        breaks: 'a revoked credential without a secret is told apart from an unknown one',
        text: "if (!bound || standing === 'wrong') return invalid",
        fault: 'if (!bound) return invalid',
      },
      {
        breaks: 'restrictions see the context path',
        text: 'facts.restrict?.(exchange.method, cut(exchange.path))',
        fault: 'facts.restrict?.(exchange.method, exchange.path)',
      },
      {
        breaks: 'long secrets are hashed',
        text: '|| (key.secret?.length ?? 0) > MOST_CHARACTERS',
        fault: '',
      },
    ],
    'packages/gateway/src/consumers/key-facts.ts': [
      {
        breaks: 'a key of another API is admitted without being authorized',
        text: ': isListed,',
        fault: ': true,',
      },
      {
        breaks: 'the owner of a subscription is not the consumer',
        text: 'subscription.owner_ref ?? owner_ref ?? subscription_ref',
        fault: 'owner_ref ?? subscription_ref',
      },
    ],
    'packages/gateway/src/consumers/key-places.ts': [
      {
        breaks: 'the backend gets the secret of a client',
        text: "wipe: ({ out }) => out.remove('x-api-key'),",
        fault: 'wipe: () => {},',
      },
      {
        breaks: 'of two client ids in a query the first counts',
        text: "return isSingle(ids) && isSingle(secrets) ? { clientId, secret } : 'unreadable'",
        fault: 'return { clientId, secret }',
      },
      {
        breaks: 'a secret with a colon is cut',
        text: "const colon = text.indexOf(':')",
        fault: "const colon = text.lastIndexOf(':')",
      },
      {
        breaks: 'a client id alone is accepted everywhere',
        text: 'if (name === undefined || !isOn()) return undefined',
        fault: 'if (name === undefined) return undefined',
      },
    ],
    'packages/gateway/src/credentials/failed-attempts.ts': [
      {
        breaks: 'a network may guess once more than the limit',
        text: 'if (failures.count >= MOST_FAILURES',
        fault: 'if (failures.count > MOST_FAILURES',
      },
      {
        breaks: 'a clock that was set back locks networks out',
        text: 'return left > MINUTE ? 0 : Math.max(0, left)',
        fault: 'return Math.max(0, left)',
      },
    ],
    'packages/gateway/src/credentials/proofs.ts': [
      {
        breaks: 'a previous secret is valid for ever once it was verified',
        text: "if (proof === previous) return now < until ? 'valid' : 'past-grace'",
        fault: "if (proof === previous) return 'valid'",
      },
    ],
    'packages/gateway/src/consumers/restrictions.ts': [
      {
        breaks: 'a key that may only GET cannot ask HEAD',
        text: "|| (upper === 'GET' && one === 'HEAD')",
        fault: '',
      },
      {
        breaks: 'two slashes get around a forbidden path',
        text: "sent.includes('//') ? sent.replace(/\\/{2,}/g, '/') : sent",
        fault: 'sent',
      },
      {
        breaks: 'a key that may only read may delete',
        text: "reading.has(method) ? restrict?.(method, path) : 'errors.method.forbidden'",
        fault: 'restrict?.(method, path)',
      },
    ],
    'packages/gateway/src/credentials/lone-ids.ts': [
      {
        breaks: 'a credential that now needs its secret still counts as accepted without',
        text: 'if (before !== undefined) add(before, -1)',
        fault: '',
      },
    ],
    'packages/gateway/src/consumers/quota.ts': [
      {
        breaks: 'a quota of 0 a day admits everything',
        text: "if (perDay !== undefined) add('day', perDay, DAY_MS)",
        fault: "if (perDay) add('day', perDay, DAY_MS)",
      },
      {
        breaks: 'requests beyond the first limit that has to be awaited are admitted',
        text: 'one.isAdmitted ? chargeAll(exchange, { policies, key }, i + 1) : refusal(policy, one)',
        fault: 'one.isAdmitted ? undefined : refusal(policy, one)',
      },
      {
        breaks: 'drafts use up quotas',
        text: 'if ((draft && !isLook) || !consumer) return undefined',
        fault: 'if (!consumer) return undefined',
      },
    ],
    'packages/gateway/src/consumers/tell-backend.ts': [
      {
        breaks: 'two consumers have the same header',
        text: '/[^\\x20-\\x7e]+|%|^ | $/g',
        fault: '/[^\\x20-\\x7e]+|^ | $/g',
      },
    ],
    'packages/gateway/src/credentials/signing-keys.ts': [
      {
        breaks: 'a key signs before its time',
        text: 'ordered.findLast(({ since }) => since <= now) ?? ordered[0]',
        fault: 'ordered.at(-1)',
      },
    ],
    'packages/gateway/src/consumers/token-endpoint/read-client.ts': [
      {
        breaks: 'a client may send its secret twice',
        text: "if (secret !== undefined)\n    return tokenError('invalid_request', 'Authenticate in the header or in the body, not in both')",
        fault: '',
      },
      {
        breaks: 'a plus in a form-encoded secret is a plus',
        text: "decodeURIComponent(text.replaceAll('+', ' '))",
        fault: 'decodeURIComponent(text)',
      },
    ],
    'packages/gateway/src/consumers/token-endpoint/token-error.ts': [
      {
        breaks: 'proxies may store tokens',
        text: "'Cache-Control', 'no-store', ",
        fault: '',
      },
    ],
    'packages/gateway/src/consumers/token-endpoint/scopes.ts': [
      {
        breaks: 'a token has scopes that its plan does not have',
        text: 'scopes?.every((scope) => ofPlan.includes(scope))',
        fault: 'scopes?.some((scope) => ofPlan.includes(scope))',
      },
    ],
    'packages/gateway/src/consumers/tokens/verify-token.ts': [
      {
        breaks: 'a token that has expired is accepted from memory',
        text: 'return now < known.until ? known.value : expiredToken',
        fault: 'return known.value',
      },
      {
        breaks: 'a token is valid after its key was withdrawn',
        text: 'if (known && known.version === version)',
        fault: 'if (known)',
      },
      {
        breaks: 'a token from the future is accepted',
        text: 'if (iat > now / 1000 + clockSkew) return { until: 0, refused: invalidToken }',
        fault: '',
      },
      {
        breaks: 'tokens without an expiry are accepted',
        text: "      requiredClaims: ['exp'],\n",
        fault: '',
      },
    ],
    'packages/gateway/src/consumers/tokens/algorithms.ts': [
      {
        breaks: 'a public key verifies a token as if it were a secret',
        text: "isSymmetric(algorithm) === (kind === 'secret')",
        fault: "algorithm !== 'none'",
      },
    ],
    'packages/gateway/src/consumers/tokens/jwks.ts': [
      {
        breaks: 'unknown key ids flood the server of the keys',
        text: '|| clock() - unknownAt < UNKNOWN_MS) throw error',
        fault: ') throw error',
      },
      {
        breaks: 'keys are lost while their server fails for a moment',
        text: '(isFailing() ? STALE_MS : FRESH_MS)',
        fault: 'FRESH_MS',
      },
    ],
    'packages/gateway/src/consumers/tokens/introspection.ts': [
      {
        breaks: 'a token that was revoked is accepted while the server fails',
        text: 'if (before) kept.set(id, { ...before, freshUntil: now, until: now }, now)',
        fault: '',
      },
      {
        breaks: 'a token is remembered for longer than it is valid',
        text: 'const freshUntil = Math.min(now + keepMs, expiresAt)',
        fault: 'const freshUntil = now + keepMs',
      },
      {
        breaks: 'requests with one token ask the server at once for each',
        text: 'if (waiting) return waiting\n      if (isFailing',
        fault: 'if (isFailing',
      },
    ],
  },
}
