import {
  type CompanyUse,
  type CompanyEvent,
  type CompanyView,
  type ListedCompany,
  type PlanView,
  Schedules,
  decimalOf,
  neverDue,
} from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { CompanyRow, ListedCompanyRow } from './companies.repository.ts'
import type { CompanyUseRow } from './list/company-use.repository.ts'
import { flagsOf } from './plan-features.ts'
import type { PlanRow } from './plans.repository.ts'

export function presentPlan(plan: PlanRow): PlanView {
  const flags = flagsOf(plan.features)
  return {
    id: plan.id,
    name: plan.name,
    users: plan.users,
    connections: plan.connections,
    queues: plan.queues,
    contactListPeople: plan.contact_list_people,
    campaignPeople: plan.campaign_people,
    campaignsPerHour: plan.campaigns_per_hour,
    amount: decimalOf(plan.amount_cents),
    isPublic: plan.is_public,
    ...flags,
    useIntegrations: flags.useIntegration,
    createdAt: isoTime(new Date(plan.created_at)),
    updatedAt: isoTime(new Date(plan.updated_at)),
  }
}

export function presentCompany(company: CompanyRow): CompanyView {
  return {
    id: company.id,
    name: company.name,
    email: company.email,
    phone: company.phone,
    document: company.document,
    paymentMethod: company.payment_method,
    status: company.active,
    dueDate: company.due_date,
    recurrence: company.recurrence,
    lastLogin: isoTime(company.last_login_at),
    planId: company.plan.id,
    plan: presentPlan(company.plan),
    schedules: Schedules.parse(company.opening_hours),
    timezone: company.timezone,
    language: company.language,
    createdAt: isoTime(company.created_at),
    updatedAt: isoTime(company.updated_at),
  }
}

export const presentSubscription = (company: CompanyRow): CompanyEvent['company']['subscription'] => ({
  dueDate: company.due_date ?? neverDue,
  graceDays: company.grace_days,
  isTrial: company.is_trial,
  isBlocked: company.is_blocked,
})

export const presentListedCompany = (company: ListedCompanyRow): ListedCompany => ({
  ...presentCompany(company),
  numberAttendants: company.users,
  numberConections: company.connections,
  state: company.state,
  closedAt: isoTime(company.closed_at),
})

export const presentUse = (use: CompanyUseRow): CompanyUse => ({
  queues: use.queues,
  connectionsUp: use.connections_up,
  messages: use.messages,
  storageBytes: use.bytes,
  oldestUnsentAt: isoTime(use.oldest_unsent_at),
  deadLetters: use.dead_letters,
})
