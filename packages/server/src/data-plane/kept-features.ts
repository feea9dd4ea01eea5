import type { Live, SnapshotStore } from '@signalbox/client'
import { rules } from '@signalbox/client/rules'
import type { GatewayOptions, RemoteGatewaySource } from '@signalbox/gateway'

/** Features of a data plane that outlive its process. */
export interface KeptFeatures {
  readonly flags: Live
  /** What gates ask. If an earlier process has kept features, gates use them at once: they do not wait for the control plane. */
  readonly features: NonNullable<GatewayOptions['features']>
  /** Writes the features in memory, unless they are written already. */
  keep(): Promise<void>
}

/** The options of `live` that keep features. */
interface Keeping {
  readonly snapshot?: SnapshotStore
  readonly rules: typeof rules
}

/** Opens the features of a data plane with what an earlier process has kept in the state of its source. */
export async function keptFeatures(
  source: RemoteGatewaySource,
  open: (options: Keeping) => Live,
): Promise<KeptFeatures> {
  const file = source.keep('flags.txt')
  const kept = await file?.load()
  let written = kept
  const save = async (text: string): Promise<void> => {
    await file?.save(text)
    written = text
  }
  const flags = open({ rules, ...(file && { snapshot: { load: () => kept, save } }) })
  const { ready, ...loaded } = flags
  const isLoaded = flags.snapshot().features.length > 0
  return {
    flags,
    features: isLoaded ? loaded : flags,
    async keep() {
      if (!file) return
      // Before they are loaded, there is nothing to keep. If they cannot be loaded, the source reports why.
      if (!isLoaded && !(await ready().then(...settled))) return
      const text = JSON.stringify(flags.snapshot())
      if (text !== written) await save(text)
    },
  }
}

const settled = [() => true, () => false] as const
