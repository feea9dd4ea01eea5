import { isOpenApi } from '@signalbox/core/gateway'
import type { Resource } from './site.ts'

/** The content of a resource. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** There is none, and a sentence for the owner of the API says why. */
  | { readonly kind: 'none'; readonly why: string }

/** How a resource is shown: as a page of ours, as a page with a frame, as a link to the document, or as a file. */
export type Shape = 'markdown' | 'html' | 'reference' | 'file' | 'none'

/** Reads the content of a resource, the first of: Base64, JSON, text. */
export function contentOf(resource: Resource): Content {
  const { url, base64_content: base64, json_content: json, text_content: text } = resource
  if (base64 !== undefined) return fromBase64(base64)
  if (json !== undefined) return { kind: 'json', json }
  if (text !== undefined) return { kind: 'text', text }
  if (url === undefined) return { kind: 'none', why: 'This page has no content yet.' }
  return { kind: 'none', why: /^https?:\/\//i.test(url) ? NOT_LOADED : NO_ADDRESS }
}

const NOT_LOADED =
  'The content of this page comes from another server and has not been loaded yet. Try again later, or ask the owner of this API.'
const NO_ADDRESS =
  'The content of this page cannot be loaded: its address does not begin with https://. Ask the owner of this API to correct it.'

/** The shapes of resources. They take time to find, and each page asks for the shapes of all resources. */
const shapes = new WeakMap<Resource, Shape>()

/** The shape of a resource. */
export function shapeOf(resource: Resource): Shape {
  const shape = shapes.get(resource) ?? findShape(resource)
  shapes.set(resource, shape)
  return shape
}

function findShape(resource: Resource): Shape {
  const content = contentOf(resource)
  const type = typeOf(resource)
  if (content.kind === 'none') return 'none'
  if (isOpenApi(resource)) return 'reference'
  if (type === 'text/html') return 'html'
  return type === 'text/markdown' ? 'markdown' : 'file'
}

/** The media type of a resource, without parameters. Records fill in `text/markdown`, which JSON never is. */
export function typeOf(resource: Resource): string {
  const type = (resource.content_type ?? 'text/markdown').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return type === 'text/markdown' && contentOf(resource).kind === 'json' ? 'application/json' : type
}

/** The content as text; `undefined` if it has none, or if its bytes are not UTF-8. */
export function textOf(resource: Resource): string | undefined {
  const content = contentOf(resource)
  if (content.kind === 'text') return content.text
  if (content.kind === 'json') return JSON.stringify(content.json, null, 2)
  return content.kind === 'bytes' ? decoded(content.bytes) : undefined
}

function fromBase64(text: string): Content {
  try {
    const characters = atob(text.replace(/\s+/g, ''))
    return { kind: 'bytes', bytes: Uint8Array.from(characters, (character) => character.charCodeAt(0)) }
  } catch {
    return { kind: 'none', why: 'The content of this page cannot be read: it is not Base64.' }
  }
}

function decoded(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
