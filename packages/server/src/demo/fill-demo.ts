import type { Signalbox } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { type Contents, contentsIn, demoNames } from './demo-contents.ts'
import { ACME, CONTENTS, type DemoRecord, SHOP, shopBackend, shopRecords } from './shop.ts'
import { histories } from './visitors.ts'

const options = { reason: 'Demo' }

/** What a store had before: nothing, this demo, or records of others. */
export type Found = 'nothing' | 'demo' | 'others'

/**
 * Tells what there is in the store of a box. Users and API keys do not count, since a first start creates them. A demo has
 * its shop: a list of records alone, which others may have written, is no demo.
 */
export async function findDemo(box: Signalbox): Promise<Found> {
  if ((await contentsOf(box)) && (await hasShop(box))) return 'demo'
  const kinds = [box.features, box.segments, box.configs, box.experiments, box.scripts, box.workflows, box.webhooks]
  const ofGateway = [box.apis, box.backends, box.subscriptions, box.errorTemplates]
  const counts = await Promise.all([...kinds, ...ofGateway].map((kind) => kind.count({})))
  return counts.every(({ count }) => count === 0) ? 'nothing' : 'others'
}

/** Writes the records of the demo in one commit. Another server that did so in the meantime is fine. */
export async function writeRecords(box: Signalbox, { port, now }: { port: number; now: number }): Promise<void> {
  const records = [...shopRecords(now), shopBackend(port)]
  const contents = contentsRecord({ at: now, records: demoNames })
  const changes = [...records, contents].map(({ kind, record }) => ({
    ...{ op: 'put' as const, kind, record, ifNoneMatch: '*' as const },
  }))
  try {
    await box.commit({ body: { changes } }, options)
  } catch (error) {
    if (!(error instanceof SignalboxError && error.code === 'CONFLICT' && (await contentsOf(box)))) throw error
  }
}

/**
 * Writes the history of the experiments, issues the credential of the consumer, and publishes the shop, unless it was
 * published before. What a killed process has done of it stays.
 */
export async function finishDemo(box: Signalbox): Promise<void> {
  const contents = await contentsOf(box)
  if (!contents || !(await isUnpublished(box))) return
  const ids = new Set((await box.experiments.list({ pattern: 'demo:*', pageSize: 1000 })).results.map(({ id }) => id))
  for (const { bindings, events, phases } of histories(contents.at)) {
    if (!ids.has(phases.experimentId as string)) continue
    await box.experiments.importBindings({ body: bindings as never }, options)
    await box.experiments.importEvents({ body: events as never }, options)
    await box.experiments.importPhases({ body: [phases] as never }, options)
  }
  await issueCredential(box)
  await box.apis.deployments.create({ id: SHOP, body: {} }, options)
}

/** Whether the shop is there and was never published. */
async function isUnpublished(box: Signalbox): Promise<boolean> {
  const { results } = await box.apis.list({ pattern: SHOP, pageSize: 1 })
  return results.length === 1 && (await box.apis.deployments.list({ id: SHOP })).results.length === 0
}

/** Issues the credential of the consumer, if it has none. Nobody needs its secret: admins can issue another one. */
async function issueCredential(box: Signalbox): Promise<void> {
  const { results } = await box.subscriptions.list({ pattern: ACME, pageSize: 1 })
  if (results.length === 0 || (await box.subscriptions.credentials({ id: ACME })).results.length > 0) return
  await box.subscriptions.rotate({ id: ACME, body: {} }, options)
}

async function contentsOf(box: Signalbox): Promise<Contents | undefined> {
  const { results } = await box.configs.list({ pattern: CONTENTS, pageSize: 1 })
  return contentsIn(results[0]?.value)
}

async function hasShop(box: Signalbox): Promise<boolean> {
  const lists = await Promise.all([box.apis, box.backends].map((kind) => kind.list({ pattern: SHOP, pageSize: 1 })))
  return lists.every(({ results }) => results.length === 1)
}

const contentsRecord = (value: Contents): DemoRecord => ({
  kind: 'configs',
  record: {
    ...{ id: CONTENTS, tags: ['demo'], value },
    description: 'Lists the records of the demo. “Remove the demo” on the overview deletes them.',
  },
})
