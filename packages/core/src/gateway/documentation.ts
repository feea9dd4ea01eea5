import { Type } from 'typebox'
import { anyObject, object, openObject } from '../schema.ts'
import { planSchema } from './plan.ts'

const text = Type.Optional(Type.String())
const tags = Type.Optional(Type.Array(Type.String()))
const metadata = Type.Optional(anyObject())

/** One document: its text, JSON or bytes, or where they are. */
const resourceSchema = openObject({
  path: Type.Optional(Type.Array(Type.String(), { description: 'Path segments' })),
  title: text,
  description: text,
  content_type: Type.Optional(Type.String({ default: 'text/markdown' })),
  text_content: text,
  json_content: Type.Optional(Type.Unknown({ description: 'JSON inline' })),
  base64_content: Type.Optional(Type.String({ description: 'Bytes in base64' })),
  url: Type.Optional(Type.String({ description: 'Where the content is' })),
  site_page: Type.Optional(Type.Boolean({ description: 'Whether it is a page of its own' })),
  transform: text,
})

const resource = Type.Optional(resourceSchema)

/** What the consumers of an API are told, and the plans they choose from. */
export const documentationSchema = object({
  enabled: Type.Optional(Type.Boolean()),
  source: Type.Optional(
    openObject({
      url: text,
      headers: Type.Optional(Type.Record(Type.String(), Type.String({ writeOnly: true, 'x-sent-to': ['url'] }))),
      timeout: Type.Optional(Type.Number({ minimum: 0, description: 'Milliseconds' })),
      follow_redirects: Type.Optional(Type.Boolean()),
    }),
  ),
  home: resource,
  logo: resource,
  references: Type.Optional(
    Type.Array(openObject({ title: text, description: text, link: text, icon: Type.Optional(Type.Unknown()) })),
  ),
  resources: Type.Optional(Type.Array(resourceSchema)),
  navigation: Type.Optional(Type.Array(anyObject(), { description: 'The side bar: categories and links' })),
  redirections: Type.Optional(Type.Array(openObject({ from: text, to: text }))),
  footer: resource,
  search: Type.Optional(openObject({ enabled: Type.Optional(Type.Boolean()) })),
  banner: resource,
  plans: Type.Optional(Type.Array(planSchema)),
  metadata,
  tags,
})
