import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams, Switch } from '../shared/fields.ts'

export const SettingPair = z.object({ key: z.string(), value: z.string() })

const on = Switch.default('enabled')
const off = Switch.default('disabled')

/** The settings of a company and their defaults (docs/requirements/service.md, section 7). */
export const CompanySettings = z.object({
  hoursCloseTicketsAuto: z.string().max(20).default('9999999999'),
  chatBotType: z.enum(['text', 'button', 'list']).default('text'),
  scheduleType: z.enum(['disabled', 'queue', 'company', 'connection']).default('disabled'),
  /** Brazil's holidays are closed. */
  nationalHolidays: on,
  acceptCallWhatsapp: on,
  /** On in existing clients, where it has no effect: their customers wait for whoever accepts first. */
  userRandom: off,
  sendGreetingMessageOneQueues: on,
  sendSignMessage: on,
  sendFarewellWaitingTicket: off,
  userRating: off,
  sendGreetingAccepted: on,
  CheckMsgIsGroup: on,
  sendQueuePosition: off,
  acceptAudioMessageContact: on,
  sendMsgTransfTicket: off,
  enableLGPD: off,
  requiredTag: off,
  lgpdDeleteMessage: off,
  lgpdHideNumber: off,
  /** Notices that are pushed to browsers do not say what was written. */
  pushHidesText: off,
  lgpdConsent: off,
  lgpdMessage: z.string().max(4000).default(''),
  lgpdLink: z.union([z.url({ protocol: /^https?$/ }).max(500), z.literal('')]).default(''),
  sendMessageOutExpedientTicketOpen: off,
  /** Whether admins are led through the first steps, until all are done. */
  showFirstSteps: on,
})
export type CompanySettings = z.output<typeof CompanySettings>
export type CompanySetting = keyof CompanySettings

const Update = z.object({
  column: z.string().max(60),
  data: z.union([z.string().max(4000), z.boolean(), z.number()]).transform(String),
})
const Updated = z.object({ response: z.boolean(), result: CompanySettings })
const SettingRow = z.object({ id: z.number(), key: z.string(), value: z.string(), companyId: z.number() })
const KeyParams = z.object({ key: z.string().max(60) })

export const settingCalls = {
  companySettings: endpoint({
    method: 'GET',
    path: '/companySettings/:id',
    summary: 'All settings of the company',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: CompanySettings.extend({ id: z.number(), companyId: z.number() }),
  }),
  companySetting: endpoint({
    method: 'GET',
    path: '/companySettingOne',
    summary: 'One setting; empty for a name that there is not',
    access: 'user',
    feature: 'none',
    query: z.object({ column: z.string().max(60) }),
    answer: z.record(z.string(), z.string()),
  }),
  updateCompanySetting: endpoint({
    method: 'PUT',
    path: '/companySettings',
    summary: 'Change a setting',
    access: 'admin',
    feature: 'none',
    body: Update,
    answer: Updated,
  }),
  updateCompanySettingAlias: endpoint({
    method: 'PUT',
    path: '/companies-settings',
    summary: 'The same under its older path',
    access: 'admin',
    feature: 'none',
    body: Update,
    answer: Updated,
  }),
  listSettings: endpoint({
    method: 'GET',
    path: '/settings',
    summary: 'Settings of the installation as rows',
    access: 'user',
    feature: 'none',
    answer: z.array(SettingRow),
  }),
  getSetting: endpoint({
    method: 'GET',
    path: '/settings/:key',
    summary: 'One of them',
    access: 'user',
    feature: 'none',
    params: KeyParams,
    answer: SettingRow,
  }),
  updateSetting: endpoint({
    method: 'PUT',
    path: '/settings/:key',
    summary: 'Change one (userCreation)',
    access: 'super',
    feature: 'none',
    params: KeyParams,
    body: z.object({ value: z.string().max(200) }),
    answer: SettingRow,
  }),
} as const
