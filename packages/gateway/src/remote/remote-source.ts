import type { Clock, GatewayUnit, Report, SealingKey } from '@signalbox/core/gateway'
import { SignalboxError } from '@signalbox/core/wire'
import type { GatewayState } from '../state/state.ts'
import type { Contact } from './contact.ts'
import type { ControlPlane } from './control-plane.ts'
import { createHeldUnits, toSealedUnit } from './held-units.ts'
import { type Everything, openLines, readEverything, revisionOf, secretIn } from './remote-units.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { checkFormat, isFormat, type SnapshotFormat } from './snapshot-format.ts'
import type { SnapshotWriter } from './snapshot-writer.ts'

/** What a data plane follows, and how its control plane describes itself. */
export interface RemoteSource {
  /** What an earlier process kept, or the snapshot of the control plane: what is there first. */
  snapshot(signal?: AbortSignal): AsyncIterable<GatewayUnit>
  changes(after: number, signal?: AbortSignal): AsyncIterable<readonly GatewayUnit[]>
  /** After a heartbeat: what the control plane has, and what had been served before. */
  onBeat(head: number, served: number): void
  /** `undefined` before the first unit. */
  readonly format: SnapshotFormat | undefined
  readonly secret: Uint8Array | undefined
  /** Whether this process has had a snapshot of the control plane. */
  readonly isLoaded: boolean
}

interface SourcePorts {
  readonly control: ControlPlane
  readonly contact: Contact
  readonly writer: SnapshotWriter | undefined
  readonly state: GatewayState | undefined
  readonly sealing: () => Promise<SealingKey>
  readonly clock: Clock
  readonly report: Report
}

/** After this time without contact, everything is read again instead of what changed since. */
const LONG_MS = 15_000

/** Creates the source over the calls of a control plane. */
export function createRemoteSource(ports: SourcePorts): RemoteSource {
  const { control, contact, writer, state, sealing, clock, report } = ports
  const held = createHeldUnits(state !== undefined)
  let kept: Promise<Everything | undefined> | undefined
  let loading: Promise<Everything> | undefined
  let format: SnapshotFormat | undefined
  let secret: Uint8Array | undefined
  let isLoaded = false
  /** Whether the next changes must begin with everything. */
  let needsAll = true
  /** The revision of the last snapshot or changes that are kept. Changes of what gateways do not serve are left out. */
  let keptRevision = 0
  /** The last revision on the stream of changes; `undefined` while there is none. */
  let streamed: number | undefined
  /** Whether the stream has sent something that this version reads. */
  let isConfirmed = false
  let lateAt: number | undefined
  let breakStream: (error: Error) => void = () => {}

  async function restore(): Promise<Everything | undefined> {
    if (!state) return undefined
    const all = await restoreSnapshot({ state, sealing, report })
    await contact.restore(all && revisionOf(all.lines)).catch(report)
    return all
  }

  const load = async (signal: AbortSignal): Promise<Everything> => {
    const all = await readEverything(control.snapshot(signal), await sealing())
    signal.throwIfAborted()
    return all
  }

  function setFormat(next: SnapshotFormat): void {
    if (format && format.zone !== next.zone)
      report(
        new Error(
          `The control plane changed its time zone to ${next.zone}: restart this data plane so that quotas use it`,
        ),
      )
    format = { ...next, ...(format?.zone !== undefined && { zone: format.zone }) }
  }

  /** Takes what an earlier process kept. */
  function acceptKept(all: Everything): readonly GatewayUnit[] {
    format = all.format
    secret = all.secret
    held.replace(all.lines)
    return all.units
  }

  /** Takes a snapshot of the control plane: with units without a value for what is gone. */
  function accept(all: Everything): readonly GatewayUnit[] {
    const gone = held.replace(all.lines)
    setFormat(all.format)
    secret = all.secret ?? secret
    // The data plane counts quotas itself, from what had been used when it began.
    const units = isLoaded ? all.units.filter(({ kind }) => kind !== 'quota') : all.units
    isLoaded = true
    needsAll = false
    keep(revisionOf(all.lines))
    return [...gone, ...units]
  }

  function keep(revision: number): void {
    keptRevision = revision
    if (format) writer?.changed({ format, texts: held.texts, revision, at: clock() })
  }

  /** Nothing is newer at the control plane than what is held. */
  const heard = (): void => contact.heard(keptRevision)

  async function* snapshot(signal: AbortSignal = never): AsyncGenerator<GatewayUnit, undefined> {
    kept ??= restore()
    const fromDisk = kept
    const fromControl = load(signal)
    loading = fromControl
    const loaded = fromControl.then((all) => ({ all, isKept: false }))
    const restored = fromDisk.then((all) => (all ? { all, isKept: true } : loaded))
    const { all, isKept } = await Promise.any([loaded, restored]).catch(() => loaded)
    if (!isKept) loading = undefined
    yield* isKept ? acceptKept(all) : accept(all)
    if (!isKept) heard()
    return undefined
  }

  async function* changes(after: number, signal: AbortSignal = never) {
    let from = after
    if (clock() - contact.at > LONG_MS) needsAll = true
    while (!signal.aborted) {
      if (needsAll) {
        const all = loading ?? load(signal)
        loading = undefined
        const units = accept(await all)
        from = revisionOf(units)
        yield units
        heard()
      }
      try {
        for await (const units of stream(from, signal)) {
          from = revisionOf(units)
          yield units
        }
      } catch (error) {
        if (!isGap(error)) throw error
        needsAll = true
      }
    }
    return undefined
  }

  async function* stream(from: number, signal: AbortSignal): AsyncGenerator<readonly GatewayUnit[], undefined> {
    const broken = new AbortController()
    breakStream = (error) => broken.abort(error)
    try {
      const events = {
        onOpen() {
          streamed = from
        },
        onPing() {
          if (isConfirmed) heard()
        },
      }
      for await (const value of control.changes(from, AbortSignal.any([signal, broken.signal]), events)) {
        if (!Array.isArray(value)) throw control.unavailable('sent a change that is not an array')
        for (const line of value) if (isFormat(line)) setFormat(checkFormat(line))
        const lines = value.filter((line) => !isFormat(line)).map(toSealedUnit)
        if (lines.at(-1)?.kind !== 'end') throw control.unavailable('sent a change without its end')
        const units = await openLines(lines, await sealing())
        held.change(lines)
        secret = secretIn(units) ?? secret
        const isNewer = revisionOf(lines) > from
        streamed = revisionOf(lines)
        if (lines.length > 1) keep(streamed)
        yield units
        // The first event of a stream says nothing of what is still to come.
        if (isNewer) heard()
        isConfirmed = true
      }
    } finally {
      streamed = undefined
      isConfirmed = false
      breakStream = () => {}
    }
    if (broken.signal.aborted) throw broken.signal.reason
    if (!signal.aborted) throw control.unavailable('ended the stream of changes')
    return undefined
  }

  return {
    snapshot,
    changes,
    onBeat(head, served) {
      if (streamed === undefined) return
      if (head < served) {
        needsAll = true
        breakStream(control.unavailable(`has gone back from revision ${served} to ${head}, as after a restored backup`))
      } else if (head > streamed && lateAt === streamed)
        breakStream(control.unavailable(`has revision ${head}, but its stream has sent nothing since ${streamed}`))
      else if (isConfirmed && head <= streamed) heard()
      lateAt = head > streamed ? streamed : undefined
    },
    get format() {
      return format
    },
    get secret() {
      return secret
    },
    get isLoaded() {
      return isLoaded
    },
  }
}

const never: AbortSignal = new AbortController().signal

/** Whether the control plane no longer has all changes after a revision. */
const isGap = (error: unknown): boolean => error instanceof SignalboxError && error.code === 'CONFLICT'
