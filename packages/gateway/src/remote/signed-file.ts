import { macOf, type Report, type SealingKey } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'

/** A file of a data plane under an HMAC: write access to the folder is not enough to forge its content. */
export interface SignedFile {
  /** The text that was written last. `undefined` if there is none; a file that was changed is set aside and reported. */
  load(): Promise<string | undefined>
  /** Replaces the text. */
  save(text: string): Promise<void>
}

/** Where a signed file is, and under which key. */
export interface SignedFilePorts {
  readonly state: GatewayState
  readonly name: string
  readonly sealing: () => Promise<SealingKey>
  readonly report: Report
}

/** Creates a signed file. The HMAC is its first line, and is over its name too, so that no file can stand for another. */
export function createSignedFile({ state, name, sealing, report }: SignedFilePorts): SignedFile {
  async function macFor(text: string) {
    const mac = macOf(await sealing())
    mac.add(name)
    mac.add(text)
    return mac
  }

  return {
    async load() {
      const bytes = await state.read(name)
      if (!bytes) return undefined
      const content = new TextDecoder().decode(bytes)
      const place = content.indexOf('\n')
      const text = content.slice(place + 1)
      if (place > 0 && (await macFor(text)).verify(content.slice(0, place))) return text
      await state.reject(name)
      report(new Error(`${name} was changed, or was written under another gateway key: it is set aside as .broken`))
      return undefined
    },
    async save(text) {
      await state.write(name, new TextEncoder().encode(`${(await macFor(text)).end()}\n${text}`))
    },
  }
}
