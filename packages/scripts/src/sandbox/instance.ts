import type { JSValueHandle, QuickJSOptions, Snapshot } from 'quickjs-wasi'
import { Intrinsics, QuickJS } from 'quickjs-wasi'
import { prelude } from './prelude.ts'
import { toSentence } from './thrown.ts'
import { pageBytes } from './wasm.ts'

/** What a run is told by its sandbox while its script runs. Nothing of it may throw. */
export interface Events {
  answered(active: boolean): void
  logged(line: string): void
  /** JSON of an `HttpRequest`; gives the number of the call, or a sentence that refuses it. */
  called(request: string): number | string
  /** A promise was rejected and has no handler; or, with `isHandled`, has got one after all. */
  rejected(promise: number, reason: string, isHandled: boolean): void
}

/** A virtual machine for one run at a time, the same before each. */
export interface Instance {
  readonly vm: QuickJS
  /** The two callbacks, the `http` object, `JSON.parse`, and what settles an HTTP call. */
  readonly guest: Guest
  /** Whose run it is; nobody's while it is free. */
  events: Events | undefined
  /**
   * Puts every byte back to where it was before the run. False where it is of no more use: its memory has grown, and
   * cannot shrink again, or it ran out of something in the middle of a call to the host.
   */
  reset(): boolean
}

type Guest = Readonly<Record<'enabled' | 'disabled' | 'http' | 'parse' | 'respond', JSValueHandle>>

/** What all instances of a worker have in common. */
export interface InstanceOptions {
  readonly module: WebAssembly.Module
  /** Bytes that QuickJS may allocate. */
  readonly memoryBytes: number
  /** Asked every few thousand steps: whether to stop. */
  readonly interrupt: () => boolean
}

/** Boots QuickJS once; gives what makes instances of it, a few milliseconds each, since they are copies of its memory. */
export async function createInstances(options: InstanceOptions): Promise<() => Promise<Instance>> {
  const image = await boot(options)
  return () => copyOf(image, options)
}

/** A booted machine: its memory, up to where that is in use, and where in it the values are that the host needs. */
interface Image {
  readonly snapshot: Snapshot
  readonly end: number
  readonly tokens: Readonly<Record<keyof Guest, number>>
}

/** A deeper recursion is a `RangeError` in the script. */
const stackBytes = 256 * 1024

/** What a run may use without its instance growing, and so being lost. */
const spareBytes = 1024 * 1024

/** Everything but what tells of garbage collection, and of time beside `Date`. */
const intrinsics = Intrinsics.ALL & ~Intrinsics.WEAK_REF & ~Intrinsics.PERFORMANCE

async function boot(options: InstanceOptions): Promise<Image> {
  const { memory, ...common } = commonOptions(options)
  const vm = await QuickJS.create({ ...common, intrinsics })
  const host = (name: string) => vm.newFunction(name, () => vm.undefined)
  const [enabled, disabled] = [host('enabled'), host('disabled')]
  const setUp = vm.evalCode(prelude, 'prelude')
  const made = vm.callFunction(setUp, vm.undefined, host('log'), host('call'), host('random'))
  const [http, parse, respond] = [made.getProp('http'), made.getProp('parse'), made.getProp('respond')]
  vm.runGC()
  const end = memory().byteLength + pageBytes
  vm.evalCode(`new ArrayBuffer(${spareBytes}), 0`).dispose()
  const token = (handle: JSValueHandle) => vm.exportHandle(handle)
  return {
    snapshot: vm.snapshot(),
    end,
    tokens: {
      enabled: token(enabled),
      disabled: token(disabled),
      http: token(http),
      parse: token(parse),
      respond: token(respond),
    },
  }
}

async function copyOf({ snapshot, end, tokens }: Image, options: InstanceOptions): Promise<Instance> {
  const { memory, ...common } = commonOptions(options)
  const vm = await QuickJS.restore(snapshot, {
    ...common,
    interruptHandler: options.interrupt,
    onUnhandledRejection: (promise, reason, isHandled) =>
      instance.events?.rejected(promise.identity, isHandled ? '' : toSentence(reason), isHandled),
  })
  const nothing = vm.undefined
  let isSuspect = false
  const door = (name: string, act: (events: Events, text: () => string) => unknown) =>
    vm.registerHostCallback(name, (value) => {
      // QuickJS counts steps, not time: calls out of it may take long in few steps.
      if (options.interrupt()) throw withoutStack('interrupted')
      try {
        const result = instance.events && act(instance.events, () => (value?.isString ? value.toString() : ''))
        if (typeof result === 'number') return vm.newNumber(result)
        return typeof result === 'string' ? vm.newString(result) : nothing
      } catch {
        isSuspect = true
        throw withoutStack('out of memory')
      }
    })
  door('enabled', (events) => events.answered(true))
  door('disabled', (events) => events.answered(false))
  door('log', (events, line) => events.logged(line()))
  door('call', (events, request) => events.called(request()))
  door('random', () => Math.random())
  const guest = {
    enabled: vm.importHandle(tokens.enabled),
    disabled: vm.importHandle(tokens.disabled),
    http: vm.importHandle(tokens.http),
    parse: vm.importHandle(tokens.parse),
    respond: vm.importHandle(tokens.respond),
  }

  const live = new Uint8Array(memory())
  const image = live.slice(snapshot.stackPointer, end)
  const instance: Instance = {
    vm,
    guest,
    events: undefined,
    reset() {
      instance.events = undefined
      const hasGrown = live.length === 0
      if (!hasGrown) live.set(image, snapshot.stackPointer)
      return !hasGrown && !isSuspect
    },
  }
  return instance
}

/** An error as scripts may see it: a stack would show them the host's files. */
const withoutStack = (message: string): Error => Object.assign(new Error(message), { stack: '' })

/** Options of a machine and its memory, which is there once the machine is. What QuickJS prints is nobody's. */
function commonOptions({ module, memoryBytes }: InstanceOptions) {
  let memory: WebAssembly.Memory | undefined
  const badFileDescriptor = 8
  return {
    wasm: module,
    memoryLimit: memoryBytes,
    maxStackSize: stackBytes,
    timezoneOffset: 0,
    wasi: (own) => {
      memory = own
      return { fd_write: () => badFileDescriptor }
    },
    memory: () => memory!.buffer,
  } satisfies QuickJSOptions & { memory: () => ArrayBufferLike }
}
