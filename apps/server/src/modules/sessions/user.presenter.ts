import { type CompanySettings, type SessionUser, type UserView, neverDue } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { type CompanyRow, presentPlan } from '#modules/companies'
import type { UserRow } from './user.repository.ts'

interface Viewer {
  online: boolean
  /** Admins, and the user themselves, see the address (S41). */
  showsEmail: boolean
  /** Ids of their open tickets. */
  ticketIds?: readonly number[]
}

export function presentUser(user: UserRow, { online, showsEmail, ticketIds = [] }: Viewer): UserView {
  return {
    id: user.id,
    companyId: user.company_id,
    name: user.name,
    email: showsEmail ? user.email : '',
    profile: user.profile,
    super: user.is_super,
    online,
    profileImage: user.avatar_key,
    color: user.color ?? '',
    wpp: user.phone,
    language: user.language,
    startWork: user.work_starts.slice(0, 5),
    endWork: user.work_ends.slice(0, 5),
    farewellMessage: user.farewell_message,
    allTicket: user.sees_all_tickets ? 'enable' : 'disable',
    allowGroup: user.sees_groups,
    showDashboard: switchOf(user.sees_dashboard),
    allowRealTime: switchOf(user.sees_real_time),
    allowConnections: switchOf(user.manages_connections),
    whatsappId: user.connection_id,
    defaultTheme: user.theme,
    defaultMenu: user.menu,
    opensNextTicket: user.opens_next_ticket,
    queues: user.queues.map((queue) => ({ ...queue, UserQueue: { userId: user.id, queueId: queue.id } })),
    tickets: ticketIds.map((id) => ({ id })),
    createdAt: isoTime(user.created_at),
    updatedAt: isoTime(user.updated_at),
  }
}

interface SessionContext {
  company: CompanyRow
  settings: CompanySettings
}

/** The logged-in user with their company, in the shape that clients keep. */
export function presentSessionUser(user: UserRow, { company, settings }: SessionContext): SessionUser {
  const plan = presentPlan(company.plan)
  const pairs = Object.entries({ ...settings, campaignsEnabled: String(plan.useCampaigns) })
  return {
    ...presentUser(user, { online: true, showsEmail: true }),
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.due_date ?? neverDue,
      graceDays: company.grace_days,
      isTrial: company.is_trial,
      document: company.document,
      timezone: company.timezone,
      plan,
      companieSettings: [pairs.map(([key, value]) => ({ key, value }))],
    },
  }
}

const switchOf = (isOn: boolean) => (isOn ? 'enabled' : 'disabled')
