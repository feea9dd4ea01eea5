/** The pages of a portal as pure functions. `@signalbox/portal` serves them. */

export { answer, type PageRequest } from './answer.ts'
export type { Answer } from './page.ts'
export { type ServedRoute, type ServedRule, servedRoutes } from './reference/served-routes.ts'
export { type RenderedPage, renderPage } from './render-page.ts'
export { renderPreview } from './render-preview.ts'
export type { Documentation, Plan, Resource, Site, SiteApi, Visitor } from './site.ts'
export { audiencesIn, sightOf } from './site-for.ts'
export { type SiteApiFacts, toSiteApi } from './to-site-api.ts'
