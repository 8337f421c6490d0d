import { announcementCalls } from './announcements/announcements.ts'
import { auditCalls } from './audit/audit.ts'
import { billingSettingCalls } from './billing/billing-settings.ts'
import { invoiceCalls } from './billing/invoices.ts'
import { noticeTextCalls } from './billing/notice-texts.ts'
import { paymentCalls } from './billing/payments.ts'
import { campaignPreviewCalls } from './campaigns/campaign-preview.ts'
import { campaignReportCalls } from './campaigns/campaign-report.ts'
import { campaignSettingCalls } from './campaigns/campaign-settings.ts'
import { campaignCalls } from './campaigns/campaigns.ts'
import { chatbotCalls } from './chatbots/chatbots.ts'
import { simulationCalls } from './chatbots/simulation.ts'
import { companyCalls } from './companies/companies.ts'
import { firstStepCalls } from './companies/first-steps.ts'
import { planCalls } from './companies/plans.ts'
import { connectionHealthCalls } from './connections/connection-health.ts'
import { connectionCalls } from './connections/connections.ts'
import { networkAccountCalls } from './connections/network-accounts.ts'
import { moveCalls } from './connections/moves.ts'
import { numberSignUpCalls } from './connections/number-sign-ups.ts'
import { officialNumberCalls } from './connections/official-numbers.ts'
import { contactListImportCalls } from './contact-lists/contact-list-imports.ts'
import { contactListItemCalls } from './contact-lists/contact-list-items.ts'
import { contactListCalls } from './contact-lists/contact-lists.ts'
import { contactMergeCalls } from './contacts/contact-merges.ts'
import { contactSheetCalls } from './contacts/contact-sheets.ts'
import { contactCalls } from './contacts/contacts.ts'
import { phoneBookCalls } from './contacts/phone-books.ts'
import { exchangeCalls } from './exchanges/exchanges.ts'
import { fileListCalls } from './file-lists/file-lists.ts'
import { helpCalls } from './helps/helps.ts'
import { internalChatCalls } from './internal-chats/internal-chats.ts'
import { internalMessageCalls } from './internal-chats/internal-messages.ts'
import { kanbanCalls } from './kanban/kanban.ts'
import { eventCalls } from './live/events.ts'
import { mailCalls } from './mail/mail.ts'
import { apiTokenCalls } from './messages-api/api-tokens.ts'
import { messagesApiCalls } from './messages-api/messages-api.ts'
import { messageCalls } from './messages/messages.ts'
import { messageTemplateCalls } from './message-templates/message-templates.ts'
import { momentsCalls } from './moments/moments.ts'
import { onCallCalls } from './on-call/on-call.ts'
import { dashboardCalls } from './numbers/dashboard.ts'
import { numberCalls } from './numbers/numbers.ts'
import { operationCalls } from './operations/operations.ts'
import { optOutCalls } from './opt-outs/opt-outs.ts'
import { overviewCalls } from './overview/overview.ts'
import { promptCalls } from './prompts/prompts.ts'
import { pushCalls } from './push/push.ts'
import { integrationTestCalls } from './queue-integrations/integration-tests.ts'
import { queueIntegrationCalls } from './queue-integrations/queue-integrations.ts'
import { queueCalls } from './queues/queues.ts'
import { recoveryCalls } from './recovery/recovery.ts'
import { reportExportCalls } from './reports/report-exports.ts'
import { reportCalls } from './reports/reports.ts'
import { searchCalls } from './search/search.ts'
import { quickMessageCalls } from './quick-messages/quick-messages.ts'
import { scheduleCalls } from './schedules/schedules.ts'
import { sessionCalls } from './sessions/sessions.ts'
import { sendingGuardCalls } from './sending-guard/sending-guard.ts'
import { holidayCalls } from './settings/holidays.ts'
import { settingCalls } from './settings/settings.ts'
import { signUpCalls } from './sign-up/sign-up.ts'
import { tagCalls } from './tags/tags.ts'
import { draftCalls } from './tickets/drafts.ts'
import { noteCalls } from './tickets/notes.ts'
import { pendingChangeCalls } from './tickets/pending-changes.ts'
import { ticketCalls } from './tickets/tickets.ts'
import { voiceCallCalls } from './tickets/voice-calls.ts'
import { userCalls } from './users/users.ts'
import { webChatCalls } from './web-chat/web-chat.ts'

/** All calls of the server. The routes, the browser's client and the OpenAPI document are made from it. */
export const api = {
  ...sessionCalls,
  ...signUpCalls,
  ...userCalls,
  ...companyCalls,
  ...planCalls,
  ...firstStepCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...billingSettingCalls,
  ...noticeTextCalls,
  ...settingCalls,
  ...helpCalls,
  ...announcementCalls,
  ...campaignCalls,
  ...campaignPreviewCalls,
  ...campaignReportCalls,
  ...campaignSettingCalls,
  ...optOutCalls,
  ...sendingGuardCalls,
  ...holidayCalls,
  ...queueCalls,
  ...chatbotCalls,
  ...simulationCalls,
  ...connectionCalls,
  ...networkAccountCalls,
  ...numberSignUpCalls,
  ...officialNumberCalls,
  ...moveCalls,
  ...connectionHealthCalls,
  ...tagCalls,
  ...kanbanCalls,
  ...contactCalls,
  ...contactMergeCalls,
  ...contactSheetCalls,
  ...phoneBookCalls,
  ...contactListCalls,
  ...contactListItemCalls,
  ...contactListImportCalls,
  ...ticketCalls,
  ...momentsCalls,
  ...numberCalls,
  ...dashboardCalls,
  ...voiceCallCalls,
  ...pendingChangeCalls,
  ...noteCalls,
  ...draftCalls,
  ...mailCalls,
  ...messageCalls,
  ...messageTemplateCalls,
  ...messagesApiCalls,
  ...apiTokenCalls,
  ...quickMessageCalls,
  ...exchangeCalls,
  ...fileListCalls,
  ...promptCalls,
  ...queueIntegrationCalls,
  ...integrationTestCalls,
  ...scheduleCalls,
  ...internalChatCalls,
  ...internalMessageCalls,
  ...onCallCalls,
  ...eventCalls,
  ...operationCalls,
  ...overviewCalls,
  ...auditCalls,
  ...recoveryCalls,
  ...searchCalls,
  ...pushCalls,
  ...reportCalls,
  ...reportExportCalls,
  ...webChatCalls,
} as const

export type Api = typeof api
export type CallName = keyof Api
