import { type AppError, badRequest } from '#platform/errors'
import type { LockedCampaign } from './tables/campaigns.repository.ts'
import type { Source } from './tables/people.ts'
import { hasText } from './wordings/texts.ts'

type Texts = Pick<
  LockedCampaign,
  'messages' | 'confirmation' | 'confirmations' | 'file_id' | 'templates' | 'confirmation_templates'
>

/** What a campaign needs before it can start. */
export function assertComplete(campaign: Texts & Source): void {
  if (campaign.list_id === null && campaign.tag_id === null && campaign.audience === null)
    throw missing('contactListId')
  assertHasTexts(campaign)
}

/** Texts or templates. Which of them fit is asked before. */
export function assertHasTexts(campaign: Texts): void {
  const { messages, confirmation, confirmations, file_id, templates, confirmation_templates } = campaign
  if (!messages.some(hasText) && file_id === null && !templates?.some(Boolean)) throw missing('message1')
  if (confirmation && !confirmations.some(hasText) && !confirmation_templates?.some(Boolean))
    throw missing('confirmationMessage1')
}

export const missing = (field: string, message = 'required'): AppError =>
  badRequest('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message }] })
