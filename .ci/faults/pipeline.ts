import type { Part } from './fault.ts'

export const pipeline: Part = {
  name: 'pipeline',
  tests: [
    'packages/gateway/src/pipeline/',
    'packages/gateway/src/request/',
    'packages/gateway/src/observe/',
    'packages/gateway/src/plugins/admission.test.ts',
    'packages/gateway/src/plugins/in-order.test.ts',
    'packages/gateway/src/served/outdated.test.ts',
    'packages/gateway/src/served/served.test.ts',
  ],
  further: [
    'packages/gateway/src/plugins/',
    'packages/gateway/src/hono/',
    'packages/gateway/src/fetch/',
    'packages/gateway/src/node/',
  ],
  files: {
    'packages/gateway/src/pipeline/announce.ts': [
      {
        breaks: 'the end of an API is announced although the plan of the consumer ends before',
        text: 'ofPlans.get(consumer.plan)) || ofApi',
        fault: "ofApi) || ofPlans.get(consumer?.plan ?? '')",
      },
      {
        breaks: 'what the backend says of its end is sent twice',
        text: 'if (getHeader(list, lower) === undefined) list.push(name, value)',
        fault: 'list.push(name, value)',
      },
      {
        breaks: 'the end of an API is announced as if it were in 1970',
        text: 'new Date(sunset * 1000)',
        fault: 'new Date(sunset)',
      },
    ],
    'packages/gateway/src/pipeline/backend-response.ts': [
      {
        breaks: 'headers that Connection names reach the client',
        text: 'extra.length === 0 ? list : withoutNames(list, new Set(extra))',
        fault: 'list',
      },
      {
        breaks: 'a backend sets the session cookie of the control plane',
        text: " && !(lower === 'set-cookie' && setsOwnCookie(value))",
        fault: '',
      },
    ],
    'packages/gateway/src/pipeline/compile-plan.ts': [
      {
        breaks: 'a route without the guard that could not be compiled is open',
        text: "return { refuse: 'errors.route.misconfigured' }",
        fault: "return { plugin, hooks: {}, stage: 'request', place: 0, applies: always, isPure: false }",
      },
      {
        breaks: 'quotas are charged before the rate limits of a route',
        text: "stages.indexOf('limit') + 0.5",
        fault: "stages.indexOf('limit') - 0.5",
      },
      {
        breaks: 'plugins run in the order in which they are listed',
        text: '[...slots].sort((a, b) => a.place - b.place)',
        fault: '[...slots]',
      },
      {
        breaks: 'disabled plugins run',
        text: 'if (!slot.enabled) continue',
        fault: '',
      },
      {
        breaks: 'tokens are issued although consumers may have been revoked',
        text: ' || route.plugins.some(issuesTokens)',
        fault: '',
      },
    ],
    'packages/gateway/src/pipeline/create-pipeline.ts': [
      {
        breaks: 'consumers are admitted although they may have been revoked',
        text: "if (plan.admitsConsumers && isOutdated(state.now)) return { refuse: 'errors.gateway.stale' }",
        fault: '',
      },
      {
        breaks: 'an exchange is finished twice',
        text: 'if (state.isFinished) return\n      state.isFinished = true',
        fault: 'state.isFinished = true',
      },
      {
        breaks: 'a request for a host of another certificate is answered',
        text: "if (incoming.covers && !incoming.covers(state.host)) return { refuse: 'errors.host.misdirected' }",
        fault: '',
      },
      {
        breaks: 'refusals of the gateway itself are taken for failures of the backend',
        text: "if (!cause.startsWith('errors.backend.')) return undefined",
        fault: '',
      },
      {
        breaks: 'a response to HEAD has a body',
        text: "body: state.method === 'HEAD' ? undefined : body,\n    coding,",
        fault: 'body,\n    coding,',
      },
      {
        breaks: 'a gateway without routes says that there are none',
        text: "if (isCold()) return { refuse: 'errors.gateway.cold', headers: ['Retry-After', '1'] }",
        fault: '',
      },
      {
        breaks: 'the cookie of a balancer passes through plugins',
        text: 'state.attempts?.head(state, head)',
        fault: '',
      },
      {
        breaks: 'a plugin that asks for a large body gets more than the gateway allows',
        text: 'incoming.readBody?.(Math.min(most, wholeBodyLimit))',
        fault: 'incoming.readBody?.(Math.max(most, wholeBodyLimit))',
      },
    ],
    'packages/gateway/src/pipeline/run-steps.ts': [
      {
        breaks: 'what a limit refused is charged to the others',
        text: "if (stage === 'limit') giveBackAll(state)",
        fault: '',
      },
      {
        breaks: 'plugins run on paths that they exclude',
        text: 'if (!step.applies(state.path)) continue\n    // The client',
        fault: '// The client',
      },
      {
        breaks: 'a plugin that waited for the body is skipped',
        text: 'return runSteps(state, { request }, context, i)',
        fault: 'return runSteps(state, { request }, context, i + 1)',
      },
      {
        breaks: 'a plugin that never ends keeps the request',
        text: 'step.waits ? verdict : context.within',
        fault: 'step.waits || !step.preview ? verdict : context.within',
      },
      {
        breaks: 'a body that is too large is a failure of the plugin',
        text: "if (cause instanceof TooLarge) return { refuse: 'errors.body.too.large' }",
        fault: '',
      },
    ],
    'packages/gateway/src/pipeline/respond.ts': [
      {
        breaks: 'hooks go on after the response stands',
        text: 'one ?? (state.isAnswered ? undefined : runResponse(state, steps, head, i + 1))',
        fault: 'one ?? runResponse(state, steps, head, i + 1)',
      },
      {
        breaks: 'caches mix drafts with live responses',
        text: 'if (testing !== undefined) addVary(new ListEdits(list), testing)',
        fault: '',
      },
      {
        breaks: 'what transforms kept back at the end is lost',
        text: 'passed && rest ? joined([passed, rest]) : (passed ?? rest ?? new Uint8Array())',
        fault: 'passed ?? rest ?? new Uint8Array()',
      },
    ],
    'packages/gateway/src/pipeline/find-route.ts': [
      {
        breaks: 'a path that no route allows is only not found',
        text: "if (needs !== 0) return { refuse: 'errors.request.path.invalid' }",
        fault: '',
      },
      {
        breaks: 'a request with a wrong method is not told the right ones',
        text: "headers: ['Allow', allowed.join(', ')]",
        fault: 'headers: []',
      },
    ],
    'packages/gateway/src/exchange/forwarded-headers.ts': [
      {
        breaks: 'the backend does not learn of proxies before this one',
        text: "chain === '' ? peer : `${chain}, ${peer}`",
        fault: 'peer',
      },
      {
        breaks: 'the default port of https is in the host for backends',
        text: 'port === (secure ? 443 : 80)',
        fault: 'port === 80',
      },
      {
        breaks: 'the backend gets the client secret',
        text: "!isNamed(name, 'gateway-client-id') && !isNamed(name, 'gateway-client-secret')",
        fault: "!isNamed(name, 'gateway-client-id')",
      },
    ],
    'packages/gateway/src/exchange/exchange-state.ts': [
      {
        breaks: 'the certificate of a proxy counts as that of the client',
        text: 'this.hasProxyCertificate ? this.forwardedCertificate : this.incoming?.certificate',
        fault: 'this.forwardedCertificate ?? this.incoming?.certificate',
      },
      {
        breaks: 'the backend gets the testing header',
        text: 'if (this.plan.testingHeader !== undefined) removeHeader(this.list, this.plan.testingHeader)',
        fault: '',
      },
      {
        breaks: 'a path that a plugin has set is lost when another backend is called',
        text: 'return this.forwardPath === own ? this.#pathTo(backend) : this.forwardPath',
        fault: 'return this.#pathTo(backend)',
      },
    ],
    'packages/gateway/src/exchange/params.ts': [
      {
        breaks: 'path parameters that are no UTF-8 fail a request',
        text: '} catch {\n    return segment\n  }',
        fault: "} catch {\n    throw new Error('no UTF-8')\n  }",
      },
    ],
    'packages/gateway/src/request/path-pattern.ts': [
      {
        breaks: 'a list of excluded paths alone includes nothing',
        text: 'included.length === 0 || included.some',
        fault: 'included.some',
      },
    ],
    'packages/gateway/src/pipeline/side-calls.ts': [
      {
        breaks: 'a call beside a request has the length of its body',
        text: "removeHeader(list, 'content-length')",
        fault: '',
      },
      {
        breaks: 'a call that may have arrived is sent to another target, too',
        text: '{ wasSent, isReplayable: true }',
        fault: '{ wasSent: false, isReplayable: true }',
      },
      {
        breaks: 'attempts of calls beside requests never end',
        text: 'attempts.ended(elapsed())',
        fault: '',
      },
    ],
    'packages/gateway/src/pipeline/error-pages.ts': [
      {
        breaks: 'an error page answers HEAD',
        text: "body: method === 'HEAD' ? undefined : page.body",
        fault: 'body: page.body',
      },
    ],
  },
}
