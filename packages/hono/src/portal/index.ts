export { type PortalDoor, type PortalDoorOptions, portalDoor } from './portal-door.ts'
