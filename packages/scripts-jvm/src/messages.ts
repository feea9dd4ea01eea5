import type { ScriptRun } from '@signalbox/core'

/** A script that is compiled: the class with its function, and all classes by name, in Base64. */
export interface Compiled {
  readonly entry: string
  readonly classes: Readonly<Record<string, string>>
}

/** What this process sends to a JVM. */
export type ToJvm =
  | { readonly op: 'check'; readonly id: number; readonly source: string }
  | ({ readonly op: 'load'; readonly key: string } & Compiled)
  | { readonly op: 'unload'; readonly key: string }
  | { readonly op: 'run'; readonly contexts: readonly string[]; readonly runs: readonly RunMessage[] }
  | { readonly op: 'response'; readonly id: number; readonly call: number; readonly response: HttpResponse }
  | { readonly op: 'response'; readonly id: number; readonly call: number; readonly error: string }
  | { readonly op: 'abandon'; readonly id: number }

/** The caller and the owner of a script. */
export type Parties = Pick<ScriptRun, 'asker' | 'owner'>

/** One run: the key of a script that is loaded, the index of its context, and among whom threads are shared. */
export interface RunMessage extends Parties {
  readonly id: number
  readonly key: string
  readonly context: number
}

/** What a JVM sends. */
export type FromJvm =
  | { readonly op: 'ready'; readonly java: string }
  | ({ readonly op: 'checked'; readonly id: number; readonly classSpace: number } & Checked)
  | { readonly op: 'unloadable'; readonly key: string; readonly failure: string }
  | { readonly op: 'done'; readonly outcomes: readonly JvmOutcome[] }
  | { readonly op: 'http'; readonly id: number; readonly call: number; readonly request: string }
  | { readonly op: 'stuck'; readonly id: number }
  | { readonly op: 'exhausted' }
  /** The run has stopped. It had run for `ranMs` milliseconds: 0 if it had not begun, otherwise at least 1. */
  | { readonly op: 'abandoned'; readonly id: number; readonly ranMs: number }

/** The result of a compilation: classes, an error of the script, or a failure of the compiler. */
export type Checked =
  | Compiled
  | { readonly error: string; readonly line: number; readonly column: number }
  | { readonly failure: string }

/** The result of a run: an answer, or a code with a message. */
export interface JvmOutcome {
  readonly id: number
  readonly active?: boolean
  readonly code?: 'EXCEPTION' | 'NO_ANSWER' | 'CPU' | 'MEMORY' | 'EXHAUSTED'
  readonly message?: string
  readonly logs: readonly string[]
}

/** A response as scripts see it. Header names are in lower case. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
