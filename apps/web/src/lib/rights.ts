import type { SessionUser } from '@guiche/contract'
import { isAdmin } from './session.ts'

/** docs/requirements/back-office.md, section 6. The server refuses by itself; here nothing is offered that it would refuse. */
export const mayAdminister = (me: SessionUser): boolean => isAdmin(me)

export const mayKeepConnections = (me: SessionUser): boolean => isAdmin(me) || me.allowConnections === 'enabled'
