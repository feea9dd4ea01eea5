export { dashboard } from './dashboard.ts'
export type { DashboardOptions } from './dashboard-options.ts'
