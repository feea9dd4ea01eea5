import { withMembers } from '../../record/members.ts'
import type { Item } from '../item-list.ts'
import type { Resource } from './documentation.ts'

/** Where the content of a resource is. Of several, the first one counts. */
export const contentKinds = [
  { value: 'url', label: 'Address', member: 'url' },
  { value: 'base64', label: 'File', member: 'base64_content' },
  { value: 'json', label: 'JSON', member: 'json_content' },
  { value: 'text', label: 'Text', member: 'text_content' },
] as const

/** The kind of the content of a resource. */
export type ContentKind = (typeof contentKinds)[number]['value']

/** The kind of the content of a resource; text if it has none. */
export const kindOf = (resource: Resource): ContentKind =>
  contentKinds.find(({ member }) => resource[member] !== undefined)?.value ?? 'text'

/** A resource with content of another kind. The content that it had goes. */
export function withKind(resource: Resource, kind: ContentKind): Resource {
  const none = Object.fromEntries(contentKinds.map(({ member }) => [member, undefined]))
  const { member } = contentKinds.find(({ value }) => value === kind)!
  return withMembers(resource, { ...none, [member]: kind === 'json' ? {} : '' })
}

/** The path of a resource as one text: `guide/first`. */
export const pathText = ({ path }: Resource): string => (Array.isArray(path) ? path.join('/') : String(path ?? ''))

/** A resource with another path. */
export const withPath = (resource: Resource, path: string): Resource =>
  withMembers(resource, { path: path === '' ? undefined : path.split('/') })

/** The types that are offered. Others stay as they are. */
export const contentTypes = [
  { value: 'text/markdown', label: 'Markdown' },
  { value: 'text/html', label: 'HTML' },
  { value: 'application/json', label: 'JSON, such as an OpenAPI document' },
  { value: 'application/yaml', label: 'YAML, such as an OpenAPI document' },
  { value: 'text/plain', label: 'Plain text' },
  { value: 'image/png', label: 'Picture (PNG)' },
  { value: 'image/jpeg', label: 'Picture (JPEG)' },
  { value: 'image/svg+xml', label: 'Picture (SVG)' },
] as const

/** The type of a resource: Markdown if it says nothing. */
export const typeOf = ({ content_type = 'text/markdown' }: Resource): string => content_type

/** A resource in the list of pages: its path is its id. */
export interface ResourceItem extends Item {
  readonly resource: Resource
}

/** The resources as items of a list. */
export const toItems = (resources: readonly Resource[]): readonly ResourceItem[] =>
  resources.map((resource) => ({ id: pathText(resource), name: resource.title ?? '', resource }))

/** The resources of the items of a list. An item with another id has that as its path. */
export const fromItems = (items: readonly ResourceItem[]): readonly Resource[] =>
  items.map(({ id, resource }) => (pathText(resource) === id ? resource : withPath(resource, id)))

/** A file as the content of a resource: its bytes as Base64, and its type. */
export async function ofFile(file: Blob): Promise<Pick<Resource, 'base64_content' | 'content_type'>> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return { base64_content: btoa(text), content_type: file.type || 'application/octet-stream' }
}

const CHUNK = 8192
