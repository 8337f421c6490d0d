import type { Terms } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { TermsRow } from './terms.repository.ts'

export const presentTerms = ({ version, text, created_at }: TermsRow): Terms => ({
  version,
  text,
  createdAt: isoTime(created_at),
})
