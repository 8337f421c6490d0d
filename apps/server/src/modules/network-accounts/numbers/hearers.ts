import type { Deps } from '#platform/deps'
import type { Hearer } from './hear-changes.ts'
import { hearCalls, messageHearer } from './hear-messages.ts'
import { templateHearers } from './hear-templates.ts'
import { healthHearers } from './number-health.ts'
import { phoneHearers } from './hear-phone.ts'

/** What is done about each field of a webhook. */
export const numberHearers = (deps: Deps): Readonly<Record<string, Hearer>> => ({
  messages: messageHearer(deps),
  smb_message_echoes: messageHearer(deps),
  calls: hearCalls,
  ...healthHearers(deps),
  ...templateHearers,
  ...phoneHearers,
})
