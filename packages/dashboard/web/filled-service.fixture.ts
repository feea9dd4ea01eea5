import { apikeyPlan } from './gateway.fixture.ts'
import { type Service, startService } from './service.fixture.ts'

const variants = [
  { id: 'A', name: 'A', traffic: 0.5 },
  { id: 'B', name: 'B', traffic: 0.5 },
]

/** A service with a feature, a segment, a config and an experiment in two places of the tree, a script, a webhook, and an API. */
export async function filledService(): Promise<Service> {
  const service = await startService({ webhookPrivate: true })
  const on = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const
  const when = { attribute: 'plan', operator: 'is', value: 'pro' } as const
  for (const place of ['shop', 'other']) {
    await service.box.features.create({ body: { id: `${place}:express`, ...on } })
    await service.box.segments.create({ body: { id: `${place}:staff`, when } })
    const rules = [{ when: { segment: `${place}:staff` }, value: { most: 9 } }]
    await service.box.configs.create({ body: { id: `${place}:limits`, value: { most: 3 }, rules } })
    await service.box.experiments.create({ body: { id: `${place}:cta`, name: 'Cta', enabled: true, variants } })
  }
  const script = 'function enabled(context, enabled, disabled, http) {\n  enabled()\n}\n'
  await service.box.scripts.create({ body: { id: 'shop:rule', name: 'Rule', source: { type: 'javascript', script } } })
  await service.box.webhooks.create({
    body: { clientId: 'sync', callbackUrl: 'http://127.0.0.1:9/hook', patterns: ['no:record'] },
  })
  await fillGateway(service)
  return service
}

/** A published API with a draft and a subscription, a backend that it uses, an error page, and a workflow. */
async function fillGateway({ box }: Service): Promise<void> {
  const targets = [{ hostname: '127.0.0.1', port: 9 }]
  await box.backends.create({ body: { id: 'stock', backend: { targets } } })
  await box.apis.create({
    body: {
      ...{ id: 'billing', name: 'Billing', context_path: '/billing' },
      routes: [{ id: 'all', backend: 'stock', frontend: { paths: ['/'] } }],
      documentation: { plans: [apikeyPlan('free')] },
    },
  })
  await box.apis.deployments.create({ id: 'billing', body: {} })
  await box.apis.draft.patch({ id: 'billing', body: { description: 'Invoices and refunds.' } })
  await box.subscriptions.create({ body: { id: 'acme', api_ref: 'billing', plan_ref: 'free', owner_ref: 'acme' } })
  await box.developers.create({ body: { id: 'grace', name: 'Grace', email: 'grace@navy.example' } })
  await box.applications.create({
    body: { id: 'ledger', name: 'Ledger', members: [{ developer: 'grace', role: 'owner' }] },
  })
  await box.errorTemplates.create({ body: { serviceId: 'billing', template40x: '<h1>Not here</h1>' } })
  const steps = [{ kind: 'value', value: 'Hello' }]
  await box.workflows.create({ body: { id: 'hello', config: { kind: 'workflow', steps } } })
}
