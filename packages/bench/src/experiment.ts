/** The experiment to measure, and its clients. */
import type { Signalbox } from '@signalbox/core'

/** How many clients are bound before measuring. */
const CLIENTS = 1000

/** The id of one of the bound clients. */
export const clientOf = (n: number): string => `client-${n % CLIENTS}`

const variants = ['A', 'B'].map((id) => ({ id, name: `Variant ${id}`, traffic: 0.5 }))

/** An experiment with two variants. */
export const experiment = (id: string) => ({ id, name: id, enabled: true, variants })

/** What a display returns and stores. */
export const event = {
  id: 'bench:A:client-1:displayed:1001',
  experimentId: 'bench',
  clientId: 'client-1',
  variant: { ...variants[0], currentPopulation: 500 },
  variantId: 'A',
  date: '2026-01-01T00:00:00.000',
  transformation: 0,
  '@type': 'VariantDisplayedEvent',
}

/** Creates the experiment and binds its clients. */
export async function bindClients(box: Signalbox): Promise<void> {
  await box.experiments.create({ body: experiment('bench') })
  await display(box, { id: 'bench', events: CLIENTS, clientId: clientOf })
}

/** Displays an experiment `times` times to clients in turn, 500 at once. */
export async function display(
  box: Signalbox,
  { id, events, clientId }: { id: string; events: number; clientId: (n: number) => string },
): Promise<void> {
  let done = 0
  const lane = async () => {
    for (let n = done++; n < events; n = done++) await box.experiments.displayed({ id, clientId: clientId(n) })
  }
  await Promise.all(Array.from({ length: 500 }, lane))
}
