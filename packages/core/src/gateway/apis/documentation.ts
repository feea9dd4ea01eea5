import { conditionSchema } from '../../conditions/condition-schema.ts'
import { anyObject, metadata, note, object, openObject, Type, texts } from '../../machine/schema/schema.ts'
import { planSchema } from '../../plans/plan.ts'

const text = Type.Optional(Type.String())

/** A document: text, JSON or bytes, or the URL of its content. */
const resourceSchema = openObject({
  path: Type.Optional(Type.Array(Type.String(), { default: [], description: 'Path segments' })),
  title: note,
  description: note,
  content_type: Type.Optional(Type.String({ default: 'text/markdown' })),
  text_content: text,
  json_content: Type.Optional(Type.Unknown({ description: 'The content as JSON' })),
  base64_content: Type.Optional(Type.String({ description: 'The content as Base64' })),
  url: Type.Optional(Type.String({ description: 'The URL of the content' })),
  site_page: Type.Optional(Type.Boolean({ description: 'Whether the resource is a separate page' })),
  transform: text,
})

const resource = Type.Optional(resourceSchema)

/** The documentation of an API for its consumers, including the plans they choose from. */
export const documentationSchema = object(
  {
    enabled: Type.Optional(Type.Boolean({ default: true })),
    audience: Type.Optional(conditionSchema),
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
      Type.Array(openObject({ title: note, description: note, link: note, icon: Type.Optional(Type.Unknown()) }), {
        default: [],
      }),
    ),
    resources: Type.Optional(Type.Array(resourceSchema, { default: [] })),
    navigation: Type.Optional(
      Type.Array(anyObject(), { default: [], description: 'The categories and links of the sidebar' }),
    ),
    redirections: Type.Optional(Type.Array(openObject({ from: text, to: text }), { default: [] })),
    footer: resource,
    search: Type.Optional(openObject({ enabled: Type.Optional(Type.Boolean()) })),
    banner: resource,
    plans: Type.Optional(Type.Array(planSchema, { default: [] })),
    metadata,
    tags: texts,
  },
  { default: {} },
)
