import { Intrinsics, type JSValueHandle, QuickJS, type QuickJSOptions, type Snapshot } from 'quickjs-wasi'
import { prelude } from './prelude.ts'
import { toSentence } from './thrown.ts'
import { pageBytes } from './wasm.ts'

/** Callbacks from a script to its sandbox. They must not throw. */
export interface Events {
  answered(active: boolean): void
  logged(line: string): void
  /** Receives an `HttpRequest` as JSON. Returns the number of the call, or a message that rejects it. */
  called(request: string): number | string
  /** A promise was rejected without a handler; with `isHandled`, a handler was added later. */
  rejected(promise: number, reason: string, isHandled: boolean): void
}

/** A virtual machine that executes one run at a time and is reset between runs. */
export interface Instance {
  readonly vm: QuickJS
  /** The two callbacks, the `http` object, `JSON.parse`, and the function that settles an HTTP call. */
  readonly guest: Guest
  /** The callbacks of the current run; `undefined` while the instance is free. */
  events: Events | undefined
  /**
   * Restores the memory to its state before the run. Returns false if the instance must be discarded, because its
   * memory has grown (it cannot shrink) or a call to the host failed halfway.
   */
  reset(): boolean
}

type Guest = Readonly<Record<'enabled' | 'disabled' | 'http' | 'parse' | 'respond', JSValueHandle>>

/** Options shared by all instances of a worker. */
export interface InstanceOptions {
  readonly module: WebAssembly.Module
  /** Bytes that QuickJS may allocate. */
  readonly memoryBytes: number
  /** Called every few thousand steps; returns whether to stop. */
  readonly interrupt: () => boolean
}

/**
 * Boots QuickJS once and returns a function that creates instances. Each takes a few milliseconds, because it is a copy
 * of the booted memory.
 */
export async function createInstances(options: InstanceOptions): Promise<() => Promise<Instance>> {
  const image = await boot(options)
  return () => copyOf(image, options)
}

/**
 * A booted virtual machine: its memory up to the end of the used part, and handles of the values that the host needs.
 */
interface Image {
  readonly snapshot: Snapshot
  readonly end: number
  readonly tokens: Readonly<Record<keyof Guest, number>>
}

/** Stack size. Deeper recursion throws a `RangeError` in the script. */
const stackBytes = 256 * 1024

/** Memory that a run may use before its instance grows and must be discarded. */
const spareBytes = 1024 * 1024

/** All built-ins except the ones that reveal garbage collection, or time other than `Date`. */
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
      // QuickJS counts steps, not time, and a call to the host may take long within one step.
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

/** An error without a stack, which would show the host's file paths to scripts. */
const withoutStack = (message: string): Error => Object.assign(new Error(message), { stack: '' })

/**
 * Returns the options of a virtual machine, and its memory, available once it has started. Output that QuickJS prints
 * is discarded.
 */
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
