import type { SessionUser } from '@guiche/contract'
import { isAdmin } from './session.ts'

/**
 * The rights of docs/requirements/back-office.md, section 6. The server enforces them; here they only hide what it
 * would refuse.
 */
export const mayAdminister = (me: SessionUser): boolean => isAdmin(me)

/** Companies, plans, and settings of the whole installation. */
export const mayOperate = (me: SessionUser): boolean => me.super

/** Merge, import and export contacts. */
export const mayManageContacts = (me: SessionUser): boolean => me.profile !== 'user'

/** The plan of the company has scheduled messages. */
export const maySchedule = (me: SessionUser): boolean => me.company.plan.useSchedules

/** The plan of the company has internal chat. */
export const mayChat = (me: SessionUser): boolean => me.company.plan.useInternalChat

/** The plan of the company has the board. */
export const hasKanban = (me: SessionUser): boolean => me.company.plan.useKanban

/** The plan of the company has campaigns; admins and supervisors see them. */
export const hasCampaigns = (me: SessionUser): boolean => me.company.plan.useCampaigns
export const mayCampaign = (me: SessionUser): boolean => hasCampaigns(me) && me.profile !== 'user'

/** The plan of the company has models that answer customers. */
export const hasOpenAi = (me: SessionUser): boolean => me.company.plan.useOpenAi

/** The plan of the company has integrations, which answer customers. */
export const hasIntegrations = (me: SessionUser): boolean => me.company.plan.useIntegration

/** The plan of the company has the messages API. */
export const hasExternalApi = (me: SessionUser): boolean => me.company.plan.useExternalApi

export const mayManageConnections = (me: SessionUser): boolean => isAdmin(me) || me.allowConnections === 'enabled'

/** Sees the numbers of the company, and its reports. */
export const maySeeDashboard = (me: SessionUser): boolean => isAdmin(me) || me.showDashboard === 'enabled'

/** Sees who serves what, and who waits. */
export const maySeeMoments = (me: SessionUser): boolean => isAdmin(me) || me.allowRealTime === 'enabled'

/** Admins and supervisors change the quick messages of everybody, and make them general. */
export const managesQuickMessages = (me: SessionUser): boolean => me.profile !== 'user'
