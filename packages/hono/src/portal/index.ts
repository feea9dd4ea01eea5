export { createOriginCheck, type OriginCheck, type OriginCheckOptions, type SentRequest } from './origin-check.ts'
export { type PortalDoor, type PortalDoorOptions, portalDoor } from './portal-door.ts'
