import { type HelpView, videoLink } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { HelpRow } from './helps.repository.ts'

export const presentHelp = ({ id, title, description, video, created_at, updated_at }: HelpRow): HelpView => ({
  id,
  title,
  description,
  video,
  link: videoLink(video),
  createdAt: isoTime(created_at),
  updatedAt: isoTime(updated_at),
})
