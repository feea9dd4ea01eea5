import { urlAt } from '@signalbox/core/gateway'
import { api } from '../../../calls/api.ts'
import { askGatewayUrl, gatewayUrl } from '../../../calls/gateway-url.ts'
import type { Because } from '../../../confirm/because.ts'
import { plainCallIn } from '../../../examples/example-call.ts'
import { toast } from '../../../notices/toasts.ts'
import { record } from '../../../records/records.ts'
import { errorsOf } from '../../../saving/problems.ts'
import { isSame, memberOf } from '../../../values/is-same.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** Members that changed since the draft was made, with what publishing the draft would make of them. */
export interface Moved {
  /** The version that was to be published. */
  readonly version: string
  readonly members: readonly string[]
  /** Why it was to be published. */
  readonly because: Because
}

interface Publishing extends Because {
  /** Whether it is published although the API has changed since the draft was made. @default false */
  readonly force?: boolean
}

const MOVED = 'error.draft.moved'

/**
 * Publishes an API: its draft, or what is saved. If the API has changed since the draft was made, and the draft would undo
 * that, nothing is published: resolves with the members. Other failures reject.
 */
export async function publish(id: string, version: string, options: Publishing = {}): Promise<Moved | undefined> {
  const { force = false, ...because } = options
  const definition = versionsHere(id)?.draft
  try {
    await api.apis.deployments.create({ id, body: { version }, ...(force && { force }) }, because)
  } catch (error) {
    const members = errorsOf(error).find(({ message }) => message === MOVED)?.args
    if (members === undefined || force) throw error
    const isUndoing = undone(members, await api.apis.get({ id }), await api.apis.draft.get({ id })).length > 0
    return isUndoing ? { version, members, because } : publish(id, version, { ...because, force: true })
  }
  await tellPublished(id, version, definition)
  return undefined
}

/** Says that an API is published, and the address of a call that one of its routes takes. */
async function tellPublished(id: string, version: string, definition: GatewayApi | undefined): Promise<void> {
  const sentence = `${id} ${version} is published`
  await askGatewayUrl()
  const gateway = gatewayUrl.peek()?.url
  const isServing = definition !== undefined && definition.enabled !== false
  const call = isServing && gateway !== undefined ? await takenCall(id) : undefined
  if (call === undefined || gateway === undefined) return toast(`${sentence}.`)
  const url = urlAt(call.at, gateway)
  const action = { label: 'Open', run: () => void open(url, '_blank', 'noreferrer') }
  toast(`${sentence} at ${url}.`, call.method === 'GET' ? { action } : {})
}

const takenCall = (id: string) =>
  api.apis.routes({ id }).then(
    ({ routes }) => plainCallIn(routes),
    () => undefined, // the API is published, even if that cannot be told
  )

/** The members in which a draft would undo what was saved since it was made. */
export const undone = (members: readonly string[], saved: GatewayApi, draft: GatewayApi): readonly string[] =>
  members.filter((name) => !isSame(memberOf(saved, name), memberOf(draft, name)))

/** The saved API and its draft, as far as the page knows both. */
export function versionsHere(id: string): { readonly saved: GatewayApi; readonly draft: GatewayApi } | undefined {
  const [saved, draft] = [record('apis', id).value, record('drafts', id).value]
  return saved.state === 'ready' && draft.state === 'ready' ? { saved: saved.value, draft: draft.value } : undefined
}
