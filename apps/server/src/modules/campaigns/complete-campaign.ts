import { seen } from '@guiche/contract'
import { type AppError, badRequest } from '#platform/errors'
import type { LockedCampaign } from './tables/campaigns.repository.ts'
import type { Source } from './tables/people.ts'

type Texts = Pick<LockedCampaign, 'messages' | 'confirmation' | 'confirmations' | 'file_id'>

/** What a campaign needs before it can start. */
export function assertComplete(campaign: Texts & Source): void {
  if (campaign.list_id === null && campaign.tag_id === null && campaign.audience === null)
    throw missing('contactListId')
  assertHasTexts(campaign)
}

export function assertHasTexts({ messages, confirmation, confirmations, file_id }: Texts): void {
  if (!messages.some(hasText) && file_id === null) throw missing('message1')
  if (confirmation && !confirmations.some(hasText)) throw missing('confirmationMessage1')
}

export const hasText = (text: string): boolean => seen(text) !== ''

export const missing = (field: string, message = 'required'): AppError =>
  badRequest('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message }] })
